use a_memory_in_chunks::chunked;
use attention::{Real, array::assert_close};
use ndarray::{Array1, Array2, array};

#[test]
fn two_chunks_of_two() {
    // All products are 1, so an output is the last one times a factor, plus a value.
    let ones: Array2<Real> = Array2::ones((4, 1));
    let values: Array2<Real> = array![[4.0], [8.0], [6.0], [3.0]];
    let factors: Array1<Real> = array![0.9, 0.5, 0.25, 0.5];
    let got: Array2<Real> = chunked(&ones, &ones, &values, &factors, 2);
    assert_close(&got, &array![[4.0], [10.0], [8.5], [7.25]], 1e-5);
}

#[test]
fn one_chunk_is_the_parallel_form() {
    let queries: Array2<Real> = array![[1.0, 2.0], [0.5, -1.0], [2.0, 0.0]];
    let keys: Array2<Real> = array![[0.0, 1.0], [1.0, 1.0], [-1.0, 2.0]];
    let values: Array2<Real> = array![[1.0, 0.0], [2.0, 4.0], [0.0, -1.0]];
    let factors: Array1<Real> = array![0.7, 0.5, 0.2];
    let mask: Array2<Real> = array![[1.0, 0.0, 0.0], [0.5, 1.0, 0.0], [0.1, 0.2, 1.0]];
    let want: Array2<Real> = (queries.dot(&keys.t()) * mask).dot(&values);
    assert_close(&chunked(&queries, &keys, &values, &factors, 3), &want, 1e-5);
}
