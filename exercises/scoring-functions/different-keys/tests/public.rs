use attention::{Real, assert_near, scoring_functions::AdditiveWeights};
use different_keys::disagreement;
use ndarray::{Array2, array};

fn weights() -> AdditiveWeights {
    AdditiveWeights {
        query: array![[1.0, 0.0, 0.5], [0.0, 1.0, -0.5]],
        key: array![[0.5, 1.0, 0.0], [1.0, -1.0, 0.5]],
        score: array![1.0, -2.0, 0.5],
    }
}

#[test]
fn one_key_leaves_no_choice() {
    let queries: Array2<Real> = array![[1.0, 0.5], [-2.0, 1.0]];
    let keys: Array2<Real> = array![[3.0, -1.0], [0.5, 0.5], [1.0, 2.0]];
    let values: Array2<Real> = array![[10.0, 1.0], [20.0, 2.0], [60.0, 3.0]];
    let got: Real = disagreement(&queries, &keys, &values, 1, &weights());
    assert_near!(got, 0.0, 1e-4, "both return the value of the only key");
}

#[test]
fn a_pair_of_keys_by_hand() {
    // The scaled dot products are ln 3 and 0, the additive scores are 0 and 0.
    let root: Real = (2.0 as Real).sqrt();
    let queries: Array2<Real> = array![[root, 0.0]];
    let keys: Array2<Real> = array![[(3.0 as Real).ln(), 0.0], [0.0, 0.0]];
    let values: Array2<Real> = array![[0.0], [100.0]];
    let silent = AdditiveWeights { score: array![0.0, 0.0, 0.0], ..weights() };
    let got: Real = disagreement(&queries, &keys, &values, 2, &silent);
    assert_near!(got, 25.0, 1e-3, "the difference of the outputs 25 and 50");
}
