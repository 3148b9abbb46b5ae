//! Chapter 1: a look-up that mixes what it finds.
//!
//! Attention compares a query with every key, turns the scores into weights, and returns the mixture
//! of the values under these weights. The functions below are these three steps ([`distance_scores`],
//! [`softmax`], [`pool`]), weights that need no score ([`one_hot_weights`], [`uniform_weights`],
//! [`random_weights`]), and the kinds of pooling that have no query ([`average_pool`], [`max_pool`]).

use ndarray::{Array1, Array2, Axis, array};
use rand::Rng;
use rand_distr::{Distribution, StandardNormal};

use crate::{Real, array::softmax};

/// What a look-up returns: the mixture for each query, and the weights it was mixed with.
// ANCHOR: Lookup
#[derive(Clone, Debug, PartialEq)]
pub struct Lookup {
    /// One row for each query: `[queries, value_dim]`.
    pub output: Array2<Real>,
    /// One row for each query, one column for each key: `[queries, keys]`.
    pub weights: Array2<Real>,
}
// ANCHOR_END: Lookup

/// The example of the chapter: three altitudes in kilometers as keys; as values, what an airplane
/// burns there in liters per hour, and its speed in kilometers per hour. The numbers are made up.
///
/// # Shapes
///
/// To keys `[3, 1]` and values `[3, 2]`.
///
/// # Example
///
/// ```
/// let (keys, values) = attention::attention_cues::handbook();
/// assert_eq!((keys.dim(), values.dim()), ((3, 1), (3, 2)));
/// ```
pub fn handbook() -> (Array2<Real>, Array2<Real>) {
    let keys = array![[1.0], [2.0], [4.0]];
    let values = array![[30.0, 180.0], [26.0, 200.0], [20.0, 190.0]];
    (keys, values)
}

/// Mixes the values: row i of the output is the sum of all values, each times its weight in row i.
///
/// The weights may be any numbers. If a row of weights is nonnegative and sums to 1, the output stays
/// in the convex hull of the values. A row of zeros gives an output of zeros.
///
/// # Shapes
///
/// `[queries, keys]` and `[keys, value_dim]` to `[queries, value_dim]`.
///
/// # Panics
///
/// If the number of weights in a row is not the number of values.
///
/// # Source
///
/// The outer sum of Vaswani et al. (2017), equation 1.
///
/// # Example
///
/// ```
/// use attention::attention_cues::pool;
/// use ndarray::array;
///
/// let weights = array![[0.25, 0.75], [1.0, 0.0]];
/// let values = array![[8.0], [4.0]];
/// assert_eq!(pool(&weights, &values), array![[5.0], [8.0]]);
/// ```
// ANCHOR: pool
#[track_caller]
pub fn pool(weights: &Array2<Real>, values: &Array2<Real>) -> Array2<Real> {
    let ((_, keys), (count, _)) = (weights.dim(), values.dim());
    assert!(
        keys == count,
        "pool: {:?} x {:?}: {keys} weights for {count} values",
        weights.shape(),
        values.shape()
    );
    weights.dot(values)
}
// ANCHOR_END: pool

/// Scores every query against every key: the squared distance between the two, times -1.
///
/// The score is 0 if the query equals the key, and falls with the distance.
///
/// # Shapes
///
/// `[queries, dim]` and `[keys, dim]` to `[queries, keys]`.
///
/// # Panics
///
/// If queries and keys differ in `dim`.
///
/// # Source
///
/// Up to a factor the logarithm of the Gaussian kernel, Nadaraya (1964) and Watson (1964).
///
/// # Example
///
/// ```
/// use attention::attention_cues::distance_scores;
/// use ndarray::array;
///
/// let scores = distance_scores(&array![[0.0, 0.0]], &array![[0.0, 0.0], [3.0, 4.0]]);
/// assert_eq!(scores, array![[0.0, -25.0]]);
/// ```
// ANCHOR: distance_scores
#[track_caller]
pub fn distance_scores(queries: &Array2<Real>, keys: &Array2<Real>) -> Array2<Real> {
    let ((query_count, dim), (key_count, key_dim)) = (queries.dim(), keys.dim());
    assert!(
        dim == key_dim,
        "distance_scores: {:?} x {:?}: dims {dim} and {key_dim} differ",
        queries.shape(),
        keys.shape()
    );
    Array2::from_shape_fn((query_count, key_count), |(i, j)| {
        let difference = &queries.row(i) - &keys.row(j);
        -difference.dot(&difference)
    })
}
// ANCHOR_END: distance_scores

/// Looks up every query: softmax of the [`distance_scores`] over the temperature, then [`pool`].
///
/// A low temperature gives nearly all the weight to the nearest key. A high one gives nearly the same
/// weight to all keys; [`Real::INFINITY`] gives exactly the same.
///
/// # Shapes
///
/// `[queries, dim]`, `[keys, dim]` and `[keys, value_dim]` to an output `[queries, value_dim]` and
/// weights `[queries, keys]`.
///
/// # Panics
///
/// If the shapes do not fit, or if the temperature is not above 0.
///
/// # Example
///
/// ```
/// use attention::attention_cues::soft_lookup;
/// use ndarray::array;
///
/// let (keys, values) = (array![[0.0], [2.0]], array![[10.0], [30.0]]);
/// let lookup = soft_lookup(&array![[1.0]], &keys, &values, 1.0);
/// assert_eq!(lookup.weights, array![[0.5, 0.5]]);
/// assert_eq!(lookup.output, array![[20.0]]);
/// ```
// ANCHOR: soft_lookup
#[track_caller]
pub fn soft_lookup(
    queries: &Array2<Real>,
    keys: &Array2<Real>,
    values: &Array2<Real>,
    temperature: Real,
) -> Lookup {
    assert!(
        temperature > 0.0,
        "soft_lookup: the temperature {temperature} is not above 0"
    );
    let scores = distance_scores(queries, keys);
    let weights = softmax(&(scores / temperature));
    let output = pool(&weights, values);
    Lookup { output, weights }
}
// ANCHOR_END: soft_lookup

/// Gives all the weight of a row to its highest score; of equal scores the first one wins.
///
/// A row without keys, or of only minus infinity, has weights 0: nothing may be looked at.
///
/// # Shapes
///
/// `[queries, keys]` to `[queries, keys]`.
///
/// # Panics
///
/// If a score is NaN.
///
/// # Example
///
/// ```
/// use attention::attention_cues::hard_weights;
/// use ndarray::array;
///
/// let weights = hard_weights(&array![[-1.0, -0.5, -4.0], [2.0, 2.0, 0.0]]);
/// assert_eq!(weights, array![[0.0, 1.0, 0.0], [1.0, 0.0, 0.0]]);
/// ```
// ANCHOR: hard_weights
#[track_caller]
pub fn hard_weights(scores: &Array2<Real>) -> Array2<Real> {
    assert!(
        !scores.iter().any(|score| score.is_nan()),
        "hard_weights: a score is NaN"
    );
    let mut weights = Array2::zeros(scores.dim());
    for (scores, mut weights) in scores.rows().into_iter().zip(weights.rows_mut()) {
        let mut best = (None, Real::NEG_INFINITY);
        for (position, &score) in scores.iter().enumerate() {
            if score > best.1 {
                best = (Some(position), score);
            }
        }
        if let (Some(position), _) = best {
            weights[position] = 1.0;
        }
    }
    weights
}
// ANCHOR_END: hard_weights

/// Weights that take one value and nothing else: row i has a 1 at `positions[i]`.
///
/// # Shapes
///
/// `[queries]` positions to `[queries, keys]`.
///
/// # Panics
///
/// If a position is not below `keys`.
///
/// # Example
///
/// ```
/// use attention::attention_cues::one_hot_weights;
/// use ndarray::array;
///
/// assert_eq!(one_hot_weights(&[2, 0], 3), array![[0.0, 0.0, 1.0], [1.0, 0.0, 0.0]]);
/// ```
// ANCHOR: one_hot_weights
#[track_caller]
pub fn one_hot_weights(positions: &[usize], keys: usize) -> Array2<Real> {
    let mut weights = Array2::zeros((positions.len(), keys));
    for (query, &position) in positions.iter().enumerate() {
        assert!(
            position < keys,
            "one_hot_weights: position {position} of {keys} keys"
        );
        weights[[query, position]] = 1.0;
    }
    weights
}
// ANCHOR_END: one_hot_weights

/// Weights that take the same from every value: 1 / `keys` everywhere.
///
/// # Shapes
///
/// To `[queries, keys]`.
///
/// # Example
///
/// ```
/// use attention::attention_cues::uniform_weights;
/// use ndarray::array;
///
/// assert_eq!(uniform_weights(1, 4), array![[0.25, 0.25, 0.25, 0.25]]);
/// ```
// ANCHOR: uniform_weights
pub fn uniform_weights(queries: usize, keys: usize) -> Array2<Real> {
    Array2::from_elem((queries, keys), 1.0 / keys as Real)
}
// ANCHOR_END: uniform_weights

/// Weights without a meaning: the [`softmax`] of independent scores from a standard normal
/// distribution.
///
/// # Shapes
///
/// To `[queries, keys]`.
///
/// # Example
///
/// ```
/// use attention::attention_cues::random_weights;
/// use rand::{SeedableRng, rngs::ChaCha8Rng};
///
/// let weights = random_weights(3, 5, &mut ChaCha8Rng::seed_from_u64(1));
/// assert_eq!(weights.dim(), (3, 5));
/// assert!(weights.rows().into_iter().all(|row| (row.sum() - 1.0).abs() < 1e-6));
/// ```
// ANCHOR: random_weights
pub fn random_weights(queries: usize, keys: usize, rng: &mut impl Rng) -> Array2<Real> {
    let scores =
        Array2::from_shape_simple_fn((queries, keys), || StandardNormal.sample(rng));
    softmax(&scores)
}
// ANCHOR_END: random_weights

/// The mean of each column of the values: attention with [`uniform_weights`].
///
/// # Shapes
///
/// `[keys, value_dim]` to `[value_dim]`.
///
/// # Panics
///
/// If there is no value.
///
/// # Example
///
/// ```
/// use attention::attention_cues::average_pool;
/// use ndarray::array;
///
/// assert_eq!(average_pool(&array![[1.0, 8.0], [3.0, 4.0]]), array![2.0, 6.0]);
/// ```
// ANCHOR: average_pool
#[track_caller]
pub fn average_pool(values: &Array2<Real>) -> Array1<Real> {
    let (keys, _) = values.dim();
    assert!(keys > 0, "average_pool: {:?}: no values", values.shape());
    values.sum_axis(Axis(0)) / keys as Real
}
// ANCHOR_END: average_pool

/// The maximum of each column of the values, which may come from different rows.
///
/// # Shapes
///
/// `[keys, value_dim]` to `[value_dim]`.
///
/// # Panics
///
/// If there is no value.
///
/// # Example
///
/// ```
/// use attention::attention_cues::max_pool;
/// use ndarray::array;
///
/// assert_eq!(max_pool(&array![[1.0, 8.0], [3.0, 4.0]]), array![3.0, 8.0]);
/// ```
// ANCHOR: max_pool
#[track_caller]
pub fn max_pool(values: &Array2<Real>) -> Array1<Real> {
    let (keys, _) = values.dim();
    assert!(keys > 0, "max_pool: {:?}: no values", values.shape());
    values.fold_axis(Axis(0), Real::NEG_INFINITY, |max, &value| max.max(value))
}
// ANCHOR_END: max_pool

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{SeedableRng, rngs::ChaCha8Rng};

    fn close(left: &Array2<Real>, right: &Array2<Real>, tolerance: Real) -> bool {
        left.dim() == right.dim()
            && (left - right).iter().all(|error| error.abs() <= tolerance)
    }

    #[test]
    fn the_example_of_the_chapter_by_hand() {
        let (keys, values) = handbook();
        let lookup = soft_lookup(&array![[1.6]], &keys, &values, 1.0);
        let exps: Vec<Real> = [0.36, 0.16, 5.76].map(|d: Real| (-d).exp()).to_vec();
        let sum: Real = exps.iter().sum();
        let expected = array![[exps[0] / sum, exps[1] / sum, exps[2] / sum]];
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
        let (queries, keys, values) = (draw((4, 3)), draw((6, 3)), draw((6, 2)));
        let lookup = soft_lookup(&queries, &keys, &values, 0.7);
        let reverse = |rows: &Array2<Real>| {
            let mut reversed = rows.clone();
            reversed.invert_axis(Axis(0));
            reversed
        };
        let pairs_reversed =
            soft_lookup(&queries, &reverse(&keys), &reverse(&values), 0.7);
        assert!(close(&pairs_reversed.output, &lookup.output, 1e-5));
        let queries_reversed = soft_lookup(&reverse(&queries), &keys, &values, 0.7);
        assert_eq!(queries_reversed.output, reverse(&lookup.output));
    }

    #[test]
    fn convex_weights_stay_in_the_range_of_the_values() {
        let (keys, values) = handbook();
        let queries = Array2::from_shape_fn((101, 1), |(i, _)| i as Real * 0.1 - 2.0);
        for temperature in [0.01, 1.0, 100.0] {
            let output = soft_lookup(&queries, &keys, &values, temperature).output;
            for column in 0..2 {
                let (column, bounds) = (output.column(column), values.column(column));
                let low = bounds.fold(Real::INFINITY, |a, &b| a.min(b)) - 1e-3;
                let high = bounds.fold(Real::NEG_INFINITY, |a, &b| a.max(b)) + 1e-3;
                assert!(column.iter().all(|&value| low <= value && value <= high));
            }
        }
    }

    #[test]
    fn weights_of_nothing_give_zero() {
        let (_, values) = handbook();
        let nothing =
            array![[Real::NEG_INFINITY, Real::NEG_INFINITY, Real::NEG_INFINITY]];
        assert_eq!(pool(&softmax(&nothing), &values), array![[0.0, 0.0]]);
        assert_eq!(pool(&hard_weights(&nothing), &values), array![[0.0, 0.0]]);
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
        let draw = |seed| random_weights(10, 10, &mut ChaCha8Rng::seed_from_u64(seed));
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
    #[should_panic(expected = "pool: [1, 2] x [3, 2]: 2 weights for 3 values")]
    fn pool_names_both_shapes() {
        pool(&uniform_weights(1, 2), &handbook().1);
    }

    #[test]
    #[should_panic(expected = "distance_scores: [1, 2] x [3, 1]: dims 2 and 1 differ")]
    fn distance_scores_names_both_shapes() {
        distance_scores(&array![[0.0, 0.0]], &handbook().0);
    }

    #[test]
    #[should_panic(expected = "soft_lookup: the temperature 0 is not above 0")]
    fn soft_lookup_refuses_temperature_zero() {
        let (keys, values) = handbook();
        soft_lookup(&array![[1.0]], &keys, &values, 0.0);
    }

    #[test]
    #[should_panic(expected = "one_hot_weights: position 3 of 3 keys")]
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
}
