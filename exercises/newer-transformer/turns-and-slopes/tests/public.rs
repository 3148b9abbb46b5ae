use attention::{Real, array::assert_close, assert_near};
use ndarray::{Array2, arr2, array};
use turns_and_slopes::rotated;

#[test]
fn a_rotation_keeps_the_length() {
    for (token, [x, y]) in rotated().into_iter().enumerate() {
        let length: Real = x.hypot(y);
        assert_near!(length, 2.0, 0.002, "the length of token {token}, rotated");
    }
}

#[test]
fn the_three_rotated_tokens() {
    let got: Array2<Real> = arr2(&rotated());
    let root = (3.0 as Real).sqrt();
    let want: Array2<Real> = array![[2.0, 0.0], [-1.0, root], [1.0, root]];
    assert_close(&got, &want, 0.001);
}
