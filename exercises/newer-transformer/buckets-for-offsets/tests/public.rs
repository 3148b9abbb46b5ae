use attention::{Real, array::assert_close};
use buckets_for_offsets::{bucket, table_gradient};
use ndarray::{Array2, Array3, array};

#[test]
fn eight_buckets_by_hand() {
    // Two exact distances and two buckets up to 8 on each side.
    let got: Vec<usize> = (0..10).map(|key| bucket(9, key, 8, 8)).collect();
    let want = [3, 3, 3, 3, 3, 3, 2, 2, 1, 0];
    assert_eq!(got, want, "query 9, keys 0 to 9, in 8 buckets up to 8");
    let got: Vec<usize> = (0..7).map(|key| bucket(0, key, 8, 8)).collect();
    let want = [0, 5, 6, 6, 7, 7, 7];
    assert_eq!(got, want, "query 0, keys 0 to 6, in 8 buckets up to 8");
}

#[test]
fn three_tokens() {
    let upstream: Array3<Real> =
        array![[[1.0, 2.0, 4.0], [10.0, 1.0, 2.0], [100.0, 10.0, 1.0]]];
    let got: Array2<Real> = table_gradient(&upstream, 8, 8);
    let want: Array2<Real> = array![[3.0, 20.0, 100.0, 0.0, 0.0, 4.0, 4.0, 0.0]];
    assert_close(&got, &want, 1e-5);
}
