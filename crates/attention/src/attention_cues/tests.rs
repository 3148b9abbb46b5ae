use super::*;
use rand::{SeedableRng, rngs::ChaCha8Rng};

fn close(
    left: &Array2<Real>,
    right: &Array2<Real>,
    tolerance: Real,
) -> bool {
    left.dim() == right.dim()
        && (left - right).iter().all(|error| error.abs() <= tolerance)
}

#[test]
fn the_example_of_the_chapter_by_hand() {
    let (keys, values) = handbook();
    let lookup = soft_lookup(&array![[1.6]], &keys, &values, 1.0);
    let exps: Vec<Real> =
        [0.36, 0.16, 5.76].map(|d: Real| (-d).exp()).to_vec();
    let sum: Real = exps.iter().sum();
    let expected =
        array![[exps[0] / sum, exps[1] / sum, exps[2] / sum]];
    assert!(close(&lookup.weights, &expected, 1e-6));
    assert!(close(&lookup.output, &expected.dot(&values), 1e-3));
}

#[test]
fn temperature_goes_from_the_nearest_key_to_the_mean() {
    let (keys, values) = handbook();
    let queries = array![[1.6], [3.5]];
    let cold = soft_lookup(&queries, &keys, &values, 1e-4);
    assert_eq!(
        cold.weights,
        hard_weights(&distance_scores(&queries, &keys))
    );
    assert_eq!(cold.weights, one_hot_weights(&[1, 2], 3));
    let hot = soft_lookup(&queries, &keys, &values, Real::INFINITY);
    assert_eq!(hot.weights, uniform_weights(2, 3));
    for row in hot.output.rows() {
        assert!(
            (&row - &average_pool(&values))
                .iter()
                .all(|e| e.abs() < 1e-3)
        );
    }
}

#[test]
fn the_order_of_pairs_does_not_matter() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let mut draw = |shape| {
        Array2::<Real>::from_shape_simple_fn(shape, || {
            StandardNormal.sample(&mut rng)
        })
    };
    let (queries, keys, values) =
        (draw((4, 3)), draw((6, 3)), draw((6, 2)));
    let lookup = soft_lookup(&queries, &keys, &values, 0.7);
    let reverse = |rows: &Array2<Real>| {
        let mut reversed = rows.clone();
        reversed.invert_axis(Axis(0));
        reversed
    };
    let pairs_reversed =
        soft_lookup(&queries, &reverse(&keys), &reverse(&values), 0.7);
    assert!(close(&pairs_reversed.output, &lookup.output, 1e-5));
    let queries_reversed =
        soft_lookup(&reverse(&queries), &keys, &values, 0.7);
    assert_eq!(queries_reversed.output, reverse(&lookup.output));
}

#[test]
fn convex_weights_stay_in_the_range_of_the_values() {
    let (keys, values) = handbook();
    let queries =
        Array2::from_shape_fn((101, 1), |(i, _)| i as Real * 0.1 - 2.0);
    for temperature in [0.01, 1.0, 100.0] {
        let output =
            soft_lookup(&queries, &keys, &values, temperature).output;
        for column in 0..2 {
            let (column, bounds) =
                (output.column(column), values.column(column));
            let low =
                bounds.fold(Real::INFINITY, |a, &b| a.min(b)) - 1e-3;
            let high = bounds
                .fold(Real::NEG_INFINITY, |a, &b| a.max(b))
                + 1e-3;
            assert!(
                column
                    .iter()
                    .all(|&value| low <= value && value <= high)
            );
        }
    }
}

#[test]
fn weights_of_nothing_give_zero() {
    let (_, values) = handbook();
    let nothing = array![[
        Real::NEG_INFINITY,
        Real::NEG_INFINITY,
        Real::NEG_INFINITY
    ]];
    assert_eq!(pool(&softmax(&nothing), &values), array![[0.0, 0.0]]);
    assert_eq!(
        pool(&hard_weights(&nothing), &values),
        array![[0.0, 0.0]]
    );
    let no_pairs = soft_lookup(
        &array![[1.0]],
        &Array2::zeros((0, 1)),
        &Array2::zeros((0, 2)),
        1.0,
    );
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
    let draw = |seed| {
        random_weights(10, 10, &mut ChaCha8Rng::seed_from_u64(seed))
    };
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
#[should_panic(
    expected = "pool: [1, 2] x [3, 2]: 2 weights for 3 values"
)]
fn pool_names_both_shapes() {
    pool(&uniform_weights(1, 2), &handbook().1);
}

#[test]
#[should_panic(
    expected = "distance_scores: [1, 2] x [3, 1]: dims 2 and 1 differ"
)]
fn distance_scores_names_both_shapes() {
    distance_scores(&array![[0.0, 0.0]], &handbook().0);
}

#[test]
#[should_panic(expected = "soft_lookup: temperature 0 is not positive")]
fn soft_lookup_refuses_temperature_zero() {
    let (keys, values) = handbook();
    soft_lookup(&array![[1.0]], &keys, &values, 0.0);
}

#[test]
#[should_panic(
    expected = "one_hot_weights: no position 3 among 3 keys"
)]
fn one_hot_weights_refuses_a_position_out_of_range() {
    one_hot_weights(&[3], 3);
}

#[test]
#[should_panic(expected = "hard_weights: a score is NaN")]
fn hard_weights_refuses_nan() {
    hard_weights(&array![[Real::NAN, 1.0]]);
}

#[test]
#[should_panic(expected = "average_pool: [0, 2]: no values")]
fn average_pool_needs_a_value() {
    average_pool(&Array2::zeros((0, 2)));
}

#[test]
#[should_panic(expected = "max_pool: [0, 2]: no values")]
fn max_pool_needs_a_value() {
    max_pool(&Array2::zeros((0, 2)));
}
