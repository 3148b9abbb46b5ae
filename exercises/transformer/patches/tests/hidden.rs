use attention::{Real, assert_between};
use ndarray::Array3;
use patches::{accuracy_after, patches};

#[test]
fn images_that_are_not_square() {
    for (height, width, size) in [(4, 6, 2), (6, 4, 2), (2, 3, 1), (3, 9, 3)] {
        let number = |(image, y, x)| (100 * image + 10 * y + x) as Real;
        let images = Array3::from_shape_fn((2, height, width), number);
        let got: Array3<Real> = patches(&images, size);
        let across = width / size;
        assert_eq!(got.dim(), (2, height / size * across, size * size));
        for ((image, y, x), &pixel) in images.indexed_iter() {
            let patch = (y / size) * across + x / size;
            let place = (y % size) * size + x % size;
            let read: Real = got[[image, patch, place]];
            assert_eq!(read, pixel, "pixel ({y}, {x}), patches of {size}");
        }
    }
}

#[test]
fn chance_without_places() {
    let shares = [4, 5, 6].map(|seed| accuracy_after(200, false, seed));
    let mean: Real = shares.iter().sum::<Real>() / 3.0;
    assert_between!(mean, 0.15, 0.35, "chance is 0.25, without places: {shares:?}");
}

#[test]
fn chance_before_the_training() {
    let shares = [7, 8, 9, 10, 11].map(|seed| accuracy_after(0, true, seed));
    let mean: Real = shares.iter().sum::<Real>() / 5.0;
    assert_between!(mean, 0.15, 0.35, "chance is 0.25, without training: {shares:?}");
}
