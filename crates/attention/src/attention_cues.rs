//! [Chapter 1](#ch:attention-cues): a lookup that returns a weighted mean of values.
//!
//! Attention compares a query with every key, turns the scores into weights, and returns the mean
//! of the values under these weights. The functions [`distance_scores`], [`softmax`], and [`pool`]
//! are these three steps. Other functions make weights without scores ([`one_hot_weights`],
//! [`uniform_weights`], [`random_weights`]) or pool without a query ([`average_pool`],
//! [`max_pool`]).

use ndarray::{Array1, Array2, Axis, array};
use rand::Rng;

use crate::{Real, array::softmax, nn::init::normal};

/// The result of a lookup: an output and weights for each query.
// ANCHOR: Lookup
#[derive(Clone, Debug, PartialEq)]
pub struct Lookup {
    /// One row for each query: `[queries, value_dim]`.
    pub output: Array2<Real>,
    /// `[queries, keys]`
    pub weights: Array2<Real>,
}
// ANCHOR_END: Lookup

/// Returns the example of the chapter, with made-up numbers.
///
/// The keys are three altitudes in kilometers. The values are the fuel that an airplane burns at
/// each of them, in liters per hour, and its speed in kilometers per hour.
pub fn handbook() -> (Array2<Real>, Array2<Real>) {
    let keys = array![[1.0], [2.0], [4.0]];
    let values = array![[30.0, 180.0], [26.0, 200.0], [20.0, 190.0]];
    (keys, values)
}

/// Returns the sum of the values, weighted by each row of weights.
///
/// Weights may have any values. If a row is nonnegative and sums to 1, its output is in the convex
/// hull of the values. A row of zeros has an output of zeros.
///
/// # Shapes
///
/// `[queries, keys]` and `[keys, value_dim]` to `[queries, value_dim]`.
///
/// # Source
///
/// The outer sum of Vaswani et al. (2017), Equation 1.
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

/// Scores each key by its squared distance to each query, times -1.
///
/// The score is 0 if the query equals the key, and negative otherwise.
///
/// # Shapes
///
/// `[queries, dim]` and `[keys, dim]` to `[queries, keys]`.
///
/// # Source
///
/// Up to a factor, the logarithm of the Gaussian kernel of Nadaraya (1964) and Watson (1964).
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

/// Looks up every query: [`pool`] under the softmax of the [`distance_scores`] divided by the
/// temperature.
///
/// At a low temperature, nearly all the weight is on the nearest key. At a high temperature, all
/// keys have nearly the same weight, and at [`Real::INFINITY`] exactly the same.
///
/// # Shapes
///
/// `[queries, dim]`, `[keys, dim]`, and `[keys, value_dim]` to an output `[queries, value_dim]` and
/// weights `[queries, keys]`.
///
/// # Panics
///
/// If the temperature is not positive.
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
        "soft_lookup: temperature {temperature} is not positive"
    );
    let scores = distance_scores(queries, keys);
    let weights = softmax(&(scores / temperature));
    let output = pool(&weights, values);
    Lookup { output, weights }
}
// ANCHOR_END: soft_lookup

/// Puts all the weight of each row on its highest score, or on the first of several equal scores.
///
/// A row that is empty, or in which all scores are minus infinity, has weights of 0.
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

/// Returns weights with a 1 at `positions[i]` in row `i`, and 0 elsewhere: `[queries, keys]`.
#[track_caller]
pub fn one_hot_weights(
    positions: &[usize],
    keys: usize,
) -> Array2<Real> {
    let mut weights = Array2::zeros((positions.len(), keys));
    for (query, &position) in positions.iter().enumerate() {
        assert!(
            position < keys,
            "one_hot_weights: no position {position} among {keys} keys"
        );
        weights[[query, position]] = 1.0;
    }
    weights
}

/// Returns equal weights, 1 / `keys`: `[queries, keys]`.
pub fn uniform_weights(queries: usize, keys: usize) -> Array2<Real> {
    Array2::from_elem((queries, keys), 1.0 / keys as Real)
}

/// Returns the [`softmax`] of independent standard normal scores: `[queries, keys]`.
pub fn random_weights(
    queries: usize,
    keys: usize,
    rng: &mut dyn Rng,
) -> Array2<Real> {
    softmax(&normal((queries, keys), 1.0, rng))
}

/// Returns the mean of each column of the values, which is attention with [`uniform_weights`].
///
/// # Panics
///
/// If there are no values.
#[track_caller]
pub fn average_pool(values: &Array2<Real>) -> Array1<Real> {
    let (keys, _) = values.dim();
    assert!(keys > 0, "average_pool: {:?}: no values", values.shape());
    values.sum_axis(Axis(0)) / keys as Real
}

/// Returns the maximum of each column of the values.
///
/// The maxima may come from different rows.
///
/// # Panics
///
/// If there are no values.
#[track_caller]
pub fn max_pool(values: &Array2<Real>) -> Array1<Real> {
    let (keys, _) = values.dim();
    assert!(keys > 0, "max_pool: {:?}: no values", values.shape());
    values.fold_axis(Axis(0), Real::NEG_INFINITY, |max, &value| {
        max.max(value)
    })
}
