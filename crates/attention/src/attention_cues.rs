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
    /// One row for each query, one column for each key: `[queries,
    /// keys]`.
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
pub fn pool(
    weights: &Array2<Real>,
    values: &Array2<Real>,
) -> Array2<Real> {
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
pub fn distance_scores(
    queries: &Array2<Real>,
    keys: &Array2<Real>,
) -> Array2<Real> {
    let ((query_count, dim), (key_count, key_dim)) =
        (queries.dim(), keys.dim());
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
    for (scores, mut weights) in
        scores.rows().into_iter().zip(weights.rows_mut())
    {
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
#[track_caller]
pub fn one_hot_weights(
    positions: &[usize],
    keys: usize,
) -> Array2<Real> {
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
pub fn uniform_weights(queries: usize, keys: usize) -> Array2<Real> {
    Array2::from_elem((queries, keys), 1.0 / keys as Real)
}

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
pub fn random_weights(
    queries: usize,
    keys: usize,
    rng: &mut impl Rng,
) -> Array2<Real> {
    let scores = Array2::from_shape_simple_fn((queries, keys), || {
        StandardNormal.sample(rng)
    });
    softmax(&scores)
}

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
#[track_caller]
pub fn average_pool(values: &Array2<Real>) -> Array1<Real> {
    let (keys, _) = values.dim();
    assert!(keys > 0, "average_pool: {:?}: no values", values.shape());
    values.sum_axis(Axis(0)) / keys as Real
}

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
#[track_caller]
pub fn max_pool(values: &Array2<Real>) -> Array1<Real> {
    let (keys, _) = values.dim();
    assert!(keys > 0, "max_pool: {:?}: no values", values.shape());
    values.fold_axis(Axis(0), Real::NEG_INFINITY, |max, &value| {
        max.max(value)
    })
}

#[cfg(test)]
mod tests;
