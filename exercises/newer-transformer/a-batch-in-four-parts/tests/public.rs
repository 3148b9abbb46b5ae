use a_batch_in_four_parts::train;
use attention::{Real, array::assert_close};
use ndarray::{Array1, Array2, array};

#[test]
fn learns_how_frequent_tokens_are() {
    let long = array![[2, 2, 3, 2, 2, 3, 2], [3, 2, 2, 3, 0, 0, 0]];
    let parts: [Array2<usize>; 4] = [array![[1]], array![[1]], array![[1, 2]], long];
    let got: Array1<Real> = train(&parts, 4, 1000);
    let want: Array1<Real> = array![0.0, 3.0 / 15.0, 8.0 / 15.0, 4.0 / 15.0];
    assert_close(&got, &want, 2e-3);
}
