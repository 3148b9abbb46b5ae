use attention::{Real, array::assert_close};
use ndarray::{Array2, array};
use unequal_lengths::{one_matrix, shared_scores};

#[test]
fn a_pair_by_hand() {
    // The query becomes (1, 2, 3, 4), and the key becomes (2, 2, 2, 2).
    let query: Array2<Real> = array![[1.0, 1.0]];
    let query_map: Array2<Real> = array![[1.0, 0.0, 3.0, 1.0], [0.0, 2.0, 0.0, 3.0]];
    let key: Array2<Real> = array![[1.0, 0.5, -3.0]];
    let key_map: Array2<Real> =
        array![[2.0, 0.0, 2.0, 1.0], [0.0, 4.0, 0.0, 2.0], [0.0, 0.0, 0.0, 0.0]];
    let got: Array2<Real> = shared_scores(&query, &key, &query_map, &key_map);
    // Their dot product is 20, and the root of `shared` is 2.
    assert_close(&got, &array![[10.0]], 1e-5);
}

#[test]
fn one_matrix_gives_the_same_scores() {
    let queries: Array2<Real> = array![[1.0, -2.0], [0.5, 3.0], [0.0, 1.0]];
    let keys: Array2<Real> = array![[1.0, 0.0, 2.0, 0.5], [-1.0, 0.5, 0.25, 1.0]];
    let query_map: Array2<Real> = array![[1.0, 0.5, 0.0], [-1.0, 2.0, 1.0]];
    let key_map: Array2<Real> =
        array![[0.5, 1.0, 1.0], [2.0, -1.0, 0.5], [1.0, 1.5, -1.0], [0.0, 0.5, 2.0]];
    let matrix: Array2<Real> = one_matrix(&query_map, &key_map);
    assert_eq!(matrix.dim(), (2, 4), "[query_dim, key_dim]");
    let bilinear: Array2<Real> = queries.dot(&matrix).dot(&keys.t());
    let got: Array2<Real> = shared_scores(&queries, &keys, &query_map, &key_map);
    assert_close(&bilinear, &got, 1e-5);
}
