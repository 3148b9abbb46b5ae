use attention::{Real, assert_between};
use ndarray::{Array3, array};
use patches::{accuracy_after, patches};

#[test]
fn row_by_row() {
    // Pixel (y, x) is 10 y + x.
    let image = Array3::from_shape_fn((1, 4, 4), |(_, y, x)| (10 * y + x) as Real);
    let got: Array3<Real> = patches(&image, 2);
    let want: Array3<Real> = array![[
        [0.0, 1.0, 10.0, 11.0],
        [2.0, 3.0, 12.0, 13.0],
        [20.0, 21.0, 30.0, 31.0],
        [22.0, 23.0, 32.0, 33.0],
    ]];
    assert_eq!(got, want);
}

#[test]
fn learned_with_places() {
    let shares = [1, 2, 3].map(|seed| accuracy_after(200, true, seed));
    let mean: Real = shares.iter().sum::<Real>() / 3.0;
    assert_between!(mean, 0.65, 1.0, "with places, 200 steps: the mean of {shares:?}");
}
