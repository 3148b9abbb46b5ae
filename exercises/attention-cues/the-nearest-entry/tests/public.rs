use attention::{Real, attention_cues::handbook};
use ndarray::{Array2, array};
use the_nearest_entry::nearest_within;

#[test]
fn epsilon_zero_finds_stored_keys() {
    let (keys, _) = handbook();
    let weights: Array2<Real> =
        nearest_within(&array![[2.0], [1.6], [4.0]], &keys, 0.0);
    assert_eq!(
        weights,
        array![[0.0, 1.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 1.0]],
        "2 km and 4 km are in the handbook, but 1.6 km is not"
    );
}

#[test]
fn infinite_epsilon_always_finds() {
    let (keys, _) = handbook();
    let queries = array![[1.6], [3.0], [-1e4]];
    let weights: Array2<Real> = nearest_within(&queries, &keys, Real::INFINITY);
    assert_eq!(
        weights,
        array![[0.0, 1.0, 0.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]],
        "3 km is as far from 2 km as from 4 km, so the first one wins"
    );
}
