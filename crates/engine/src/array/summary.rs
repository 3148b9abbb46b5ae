//! Attention of one query over a part of the keys.

use ndarray::{Array1, ArrayView1, ArrayView2};

use crate::Real;

/// The numbers that attention has to remember for one query and a part of the keys.
///
/// Summaries of two parts merge into the summary of both, and the summary of all keys holds the
/// output. The order does not matter: merging is associative and commutative up to rounding, and an
/// empty part changes nothing.
///
/// # Source
///
/// Milakov and Gimelshein (2018), *Online normalizer calculation for softmax*, for maximum and sum.
///
/// # Example
///
/// ```
/// use attention::array::Summary;
/// use ndarray::array;
///
/// let values = array![[4.0], [8.0]];
/// // Equal scores: the output is the mean of the values.
/// let part = Summary::of(array![2.0, 2.0].view(), values.view());
/// assert_eq!(part, Summary { max: 2.0, sum: 2.0, mixed: array![12.0] });
/// assert_eq!(part.output(), array![6.0]);
/// // A far lower score in another part adds nothing.
/// let low = Summary::of(array![-1e4].view(), array![[5.0]].view());
/// assert_eq!(part.merge(&low), part);
/// assert_eq!(low.merge(&Summary::empty(1)), low);
/// ```
// ANCHOR: summary
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// The largest score, or minus infinity if all keys are masked.
    pub max: Real,
    /// The sum of exp(score - max).
    pub sum: Real,
    /// The sum of exp(score - max) times the value, `[value_dim]`.
    pub mixed: Array1<Real>,
}
// ANCHOR_END: summary

impl Summary {
    /// Returns the summary of a part, in which a masked key has a score of minus infinity. Its
    /// value is not read.
    // ANCHOR: of
    pub fn of(
        scores: ArrayView1<'_, Real>, // [keys]
        values: ArrayView2<'_, Real>, // [keys, value_dim]
    ) -> Self {
        if scores.iter().all(|&x| x == Real::NEG_INFINITY) {
            return Self::empty(values.ncols());
        }
        let max = scores.fold(Real::NEG_INFINITY, |max, &x| max.max(x));
        let (mut sum, mut mixed) = (0.0, Array1::zeros(values.ncols()));
        for (&score, value) in scores.iter().zip(values.rows()) {
            // Even 0 times the value of a masked key may be NaN.
            if score != Real::NEG_INFINITY {
                let exponential = (score - max).exp();
                sum += exponential;
                mixed.scaled_add(exponential, &value);
            }
        }
        Self { max, sum, mixed }
    }

    // ANCHOR_END: of

    /// Returns the summary of no keys, or of masked keys only.
    // ANCHOR: empty
    pub fn empty(value_dim: usize) -> Self {
        let mixed = Array1::zeros(value_dim);
        Self { max: Real::NEG_INFINITY, sum: 0.0, mixed }
    }
    // ANCHOR_END: empty

    /// Returns the summary of both parts.
    // ANCHOR: merge
    #[must_use]
    pub fn merge(&self, other: &Self) -> Self {
        if self.sum == 0.0 {
            return other.clone();
        }
        let max = self.max.max(other.max);
        let parts = [self.max, other.max];
        let [one, two] = parts.map(|part| (part - max).exp());
        Self {
            max,
            sum: self.sum * one + other.sum * two,
            mixed: &self.mixed * one + &other.mixed * two,
        }
    }

    // ANCHOR_END: merge

    /// Returns the weighted mean of the values, or zeros if all keys are masked: `[value_dim]`.
    // ANCHOR: output
    pub fn output(&self) -> Array1<Real> {
        if self.sum == 0.0 {
            return self.mixed.clone();
        }
        &self.mixed / self.sum
    }

    // ANCHOR_END: output

    /// Returns the logarithm of the sum of exp(score), or minus infinity if all keys are masked.
    pub fn log_sum_exp(&self) -> Real {
        self.max + self.sum.ln()
    }
}
