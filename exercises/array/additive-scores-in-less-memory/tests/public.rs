use additive_scores_in_less_memory::additive_scores;
use attention::{Real, array::assert_close};
use ndarray::{Array1, Array2, array};

#[test]
fn the_numbers_of_the_section() {
    let queries: Array2<Real> = array![[0.0, 1.0], [2.0, 0.0]];
    let keys: Array2<Real> = array![[1.0, 0.0], [0.0, 1.0], [-2.0, -1.0]];
    let combine: Array1<Real> = array![1.0, 0.5];
    let got: Array2<Real> = additive_scores(&queries, &keys, &combine);
    let want: Array2<Real> = array![[1.142, 0.482, -0.964], [0.995, 1.345, -0.381]];
    assert_close(&got, &want, 1e-3);
}

#[test]
fn equal_queries_have_equal_rows() {
    let queries: Array2<Real> =
        array![[0.5, -1.0, 0.2], [0.5, -1.0, 0.2], [0.0, 1.0, 0.3]];
    let keys: Array2<Real> = array![[1.0, 0.0, 2.0], [0.3, -0.4, 0.1]];
    let combine: Array1<Real> = array![1.0, 2.0, 3.0];
    let got: Array2<Real> = additive_scores(&queries, &keys, &combine);
    assert_eq!(got.dim(), (3, 2), "[queries, keys]");
    // Queries 0 and 1 are equal.
    assert_close(&got.row(0), &got.row(1), 1e-6);
    assert_ne!(got.row(0), got.row(2), "queries 0 and 2 differ");
}
