//! The online softmax: maxima and sums of exponentials that are updated block by block.

use crate::Real;
use crate::array::{exp_in_place, exp_of_differences};

/// The maximum of the scores of each query so far, and the sum of exp(score - maximum).
pub(super) struct Online {
    maxima: Vec<Real>,
    sums: Vec<Real>,
    factors: Vec<Real>,
}

impl Online {
    pub(super) fn new(queries: usize) -> Self {
        Self {
            // Unlike minus infinity, which a masked score holds, it can be subtracted from a masked
            // score.
            maxima: vec![Real::MIN; queries],
            sums: vec![0.0; queries],
            factors: vec![0.0; queries],
        }
    }

    /// Replaces the scores of further keys, `[keys, queries]` in row-major order, by exp(score -
    /// new maximum), and returns for each query the factor exp(old maximum - new maximum) of
    /// everything summed before.
    pub(super) fn include(&mut self, scores: &mut [Real]) -> &[Real] {
        let Self { maxima, sums, factors } = self;
        factors.copy_from_slice(maxima);
        for row in scores.chunks_exact(maxima.len()) {
            for (max, &score) in maxima.iter_mut().zip(row) {
                *max = if score > *max { score } else { *max };
            }
        }
        factors.iter_mut().zip(&*maxima).for_each(|(old, new)| *old -= new);
        exp_in_place(factors);
        for (sum, factor) in sums.iter_mut().zip(&*factors) {
            *sum *= factor;
        }
        exp_of_differences(scores, maxima, sums);
        factors
    }

    /// Returns the sum of exponentials and the log-sum-exp of the scores of each query.
    pub(super) fn finish(&self) -> impl Iterator<Item = (Real, Real)> {
        let pairs = self.sums.iter().zip(&self.maxima);
        pairs.map(|(&sum, max)| (sum, max + sum.ln()))
    }
}
