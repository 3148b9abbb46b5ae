use attention::Real;
use ndarray::{Array2, array};
use the_best_key::best_keys;

#[test]
fn the_largest_of_each_row() {
    let weights: Array2<Real> = array![[0.1, 0.2, 0.7], [0.5, 0.3, 0.2]];
    assert_eq!(best_keys(&weights), [Some(2), Some(0)], "one index for each query");
}

#[test]
fn the_first_of_equal_weights() {
    let weights: Array2<Real> = array![[0.2, 0.4, 0.4], [0.25, 0.25, 0.5]];
    let got: Vec<Option<usize>> = best_keys(&weights);
    assert_eq!(got, [Some(1), Some(2)], "the first of several equal weights");
}

#[test]
fn no_keys_and_no_queries() {
    let no_keys: Array2<Real> = Array2::zeros((2, 0));
    assert_eq!(best_keys(&no_keys), [None, None], "two queries, no keys");
    let no_queries: Array2<Real> = Array2::zeros((0, 2));
    assert_eq!(best_keys(&no_queries), [], "no queries");
}
