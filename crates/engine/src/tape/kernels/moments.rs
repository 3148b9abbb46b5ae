//! The mean and scale of a row.

use crate::Real;
use crate::array::{dot, sum};

/// The shift and scale that normalize a row.
pub(in crate::tape) struct Moments {
    mean: Real,
    /// The rounding error of the mean, which would matter for a row of nearly equal entries.
    rest: Real,
    pub(in crate::tape) scale: Real,
}

impl Moments {
    /// Computes the moments, given scratch space of the size of the row.
    pub(in crate::tape) fn of(
        row: &[Real],
        epsilon: Real,
        centered: &mut [Real],
    ) -> Self {
        let hidden = row.len() as Real;
        let mean = sum(row) / hidden;
        centered.iter_mut().zip(row).for_each(|(c, x)| *c = x - mean);
        let rest = sum(centered) / hidden;
        centered.iter_mut().for_each(|c| *c -= rest);
        let variance = dot(centered, centered) / hidden;
        let scale = (variance + epsilon).sqrt().recip();
        Self { mean, rest, scale }
    }

    /// Writes the entries, less the mean, times the scale.
    pub(in crate::tape) fn normalize(&self, row: &[Real], normalized: &mut [Real]) {
        for (n, x) in normalized.iter_mut().zip(row) {
            *n = (x - self.mean - self.rest) * self.scale;
        }
    }
}
