//! Chapter 1: attention cues.

use attention::Real;
use attention::array::{assert_close, softmax};
use attention::attention_cues::*;
use engine::testing::{assert_panics, random, rng};
use ndarray::{Array2, Axis, array};

#[test]
fn the_example_of_the_chapter_by_hand() {
    let (keys, values) = handbook();
    let lookup = soft_lookup(&array![[1.6]], &keys, &values, 1.0);
    let exps: Vec<Real> = [0.36, 0.16, 5.76].map(|d: Real| (-d).exp()).to_vec();
    let sum: Real = exps.iter().sum();
    let expected = array![[exps[0] / sum, exps[1] / sum, exps[2] / sum]];
    assert_close(&lookup.weights, &expected, 1e-6);
    assert_close(&lookup.output, &expected.dot(&values), 1e-3);
}

#[test]
fn temperature_goes_from_the_nearest_key_to_the_mean() {
    let (keys, values) = handbook();
    let queries = array![[1.6], [3.5]];
    let cold = soft_lookup(&queries, &keys, &values, 1e-4);
    assert_eq!(cold.weights, hard_weights(&distance_scores(&queries, &keys)));
    assert_eq!(cold.weights, one_hot_weights(&[1, 2], 3));
    let hot = soft_lookup(&queries, &keys, &values, Real::INFINITY);
    assert_eq!(hot.weights, uniform_weights(2, 3));
    for row in hot.output.rows() {
        assert_close(&row.to_owned(), &average_pool(&values), 1e-3);
    }
}

#[test]
fn the_order_of_pairs_does_not_matter() {
    let [queries, keys, values] =
        [(4, 3), (6, 3), (6, 2)].map(|shape| random(shape, (shape.0 * shape.1) as u64));
    let lookup = soft_lookup(&queries, &keys, &values, 0.7);
    let reverse = |rows: &Array2<Real>| {
        let mut reversed = rows.clone();
        reversed.invert_axis(Axis(0));
        reversed
    };
    let pairs_reversed = soft_lookup(&queries, &reverse(&keys), &reverse(&values), 0.7);
    assert_close(&pairs_reversed.output, &lookup.output, 1e-5);
    let queries_reversed = soft_lookup(&reverse(&queries), &keys, &values, 0.7);
    assert_eq!(queries_reversed.output, reverse(&lookup.output));
}

#[test]
fn convex_weights_stay_in_the_range_of_the_values() {
    let (keys, values) = handbook();
    let queries = Array2::from_shape_fn((101, 1), |(i, _)| i as Real * 0.1 - 2.0);
    for temperature in [0.01, 1.0, 100.0] {
        let output = soft_lookup(&queries, &keys, &values, temperature).output;
        for (column, bounds) in output.columns().into_iter().zip(values.columns()) {
            let low = bounds.fold(Real::INFINITY, |a, &b| a.min(b)) - 1e-3;
            let high = bounds.fold(Real::NEG_INFINITY, |a, &b| a.max(b)) + 1e-3;
            assert!(column.iter().all(|value| (low..=high).contains(value)));
        }
    }
}

#[test]
fn weights_of_nothing_give_zero() {
    let (_, values) = handbook();
    let nothing = array![[Real::NEG_INFINITY, Real::NEG_INFINITY, Real::NEG_INFINITY]];
    assert_eq!(pool(&softmax(&nothing), &values), array![[0.0, 0.0]]);
    assert_eq!(pool(&hard_weights(&nothing), &values), array![[0.0, 0.0]]);
    let no_pairs = soft_lookup(&array![[1.0]], &Array2::zeros((0, 1)), &Array2::zeros((0, 2)), 1.0);
    assert_eq!(no_pairs.output, array![[0.0, 0.0]]);
    assert_eq!(uniform_weights(2, 0).dim(), (2, 0));
}

#[test]
fn ties_go_to_the_first_key() {
    assert_eq!(hard_weights(&array![[1.0, 1.0]]), array![[1.0, 0.0]]);
}

#[test]
fn the_identity_returns_the_values() {
    let (_, values) = handbook();
    assert_eq!(pool(&one_hot_weights(&[0, 1, 2], 3), &values), values);
}

#[test]
fn random_weights_repeat_with_the_seed() {
    let draw = |seed| random_weights(10, 10, &mut rng(seed));
    assert_eq!(draw(5), draw(5));
    assert_ne!(draw(5), draw(6));
    assert!(draw(5).iter().all(|&weight| weight > 0.0));
}

#[test]
fn max_pool_may_mix_rows() {
    let (_, values) = handbook();
    assert_eq!(max_pool(&values), array![30.0, 200.0]);
}

#[test]
fn misuse_is_refused() {
    let (keys, values) = handbook();
    let panics = |message: &str, call: &dyn Fn() -> Array2<Real>| {
        assert_panics(message, || drop(call()));
    };
    panics("pool: [1, 2] x [3, 2]: 2 weights for 3 values", &|| {
        pool(&uniform_weights(1, 2), &values)
    });
    panics("distance_scores: [1, 2] x [3, 1]: dims 2 and 1 differ", &|| {
        distance_scores(&array![[0.0, 0.0]], &keys)
    });
    panics("soft_lookup: temperature 0 is not positive", &|| {
        soft_lookup(&array![[1.0]], &keys, &values, 0.0).output
    });
    panics("one_hot_weights: no position 3 among 3 keys", &|| one_hot_weights(&[3], 3));
    panics("hard_weights: a score is NaN", &|| hard_weights(&array![[Real::NAN, 1.0]]));
    for (name, pool) in [("average_pool", average_pool as fn(&_) -> _), ("max_pool", max_pool)] {
        assert_panics(&format!("{name}: [0, 2]: no values"), || {
            pool(&Array2::zeros((0, 2)));
        });
    }
}
