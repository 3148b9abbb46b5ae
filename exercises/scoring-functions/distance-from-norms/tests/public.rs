use attention::{Real, array::assert_close};
use distance_from_norms::distance_weights;
use ndarray::{Array2, array};

#[test]
fn three_keys_by_hand() {
    // The squared distances are 0, 4, and 1; with width 1 they are halved.
    let queries: Array2<Real> = array![[1.0, 0.0]];
    let keys: Array2<Real> = array![[1.0, 0.0], [3.0, 0.0], [1.0, 1.0]];
    let powers: Array2<Real> = array![[0.0, -2.0, -0.5]].exp();
    let want = &powers / powers.sum();
    assert_close(&distance_weights(&queries, &keys, 1.0), &want, 1e-5);
}

#[test]
fn moving_everything_changes_nothing() {
    let queries: Array2<Real> = array![[0.5, -1.0], [2.0, 0.25]];
    let keys: Array2<Real> = array![[1.0, 0.0], [0.0, 1.0], [2.0, -1.0]];
    let step = array![3.0, -2.0];
    let before: Array2<Real> = distance_weights(&queries, &keys, 0.7);
    let after: Array2<Real> =
        distance_weights(&(&queries + &step), &(&keys + &step), 0.7);
    assert_close(&after, &before, 1e-4);
}
