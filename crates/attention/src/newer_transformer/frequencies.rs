//! How far a rotation turns each pair of columns, and how to stretch it.

use std::f64::consts::TAU;

use crate::Real;

/// Returns the angle by which each pair turns from one position to the next, in radians.
///
/// Pair r turns by base^(-2r / dim), so pair 0 is the fastest.
///
/// # Panics
///
/// If `dim` is odd: `frequencies: dim 5 is odd`. If `base` is not positive.
///
/// # Source
///
/// Su et al. (2021), *RoFormer*, Equation 15, with the base 10,000.
#[track_caller]
pub fn frequencies(dim: usize, base: Real) -> Vec<Real> {
    let angles = angles(dim, base as f64);
    angles.into_iter().map(|angle| angle as Real).collect()
}

#[track_caller]
fn angles(dim: usize, base: f64) -> Vec<f64> {
    assert!(dim.is_multiple_of(2), "frequencies: dim {dim} is odd");
    assert!(base > 0.0, "frequencies: base {base} is not positive");
    (0..dim / 2)
        .map(|pair| base.powf(-2.0 * pair as f64 / dim as f64))
        .collect()
}

/// How to change the frequencies of a model for texts that are `factor` times as long as those it
/// was trained on.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Scaling {
    /// Leaves the frequencies unchanged.
    #[default]
    None,
    /// Divides all frequencies by the factor.
    ///
    /// Source: Chen et al. (2023), *Extending context window of large language models via
    /// positional interpolation*, Equation 4.
    Interpolation {
        /// How many times as long the texts are.
        factor: Real,
    },
    /// Enlarges the base so that pair 0 is unchanged and the last pair is divided by the factor.
    ///
    /// Source: Peng et al. (2023), *YaRN*, Section 3.1.
    NtkAware {
        /// How many times as long the texts are.
        factor: Real,
    },
    /// Keeps the pairs with at least `high` turns over the trained length, divides those with at
    /// most `low` turns by the factor, and mixes both for the pairs between.
    ///
    /// Source: Peng et al. (2023), *YaRN*, Section 3.2.
    ByParts {
        /// How many times as long the texts are.
        factor: Real,
        /// The length of the texts in training.
        trained_len: usize,
        /// The turns up to which a pair is divided by the factor.
        low: Real,
        /// The turns from which a pair is unchanged.
        high: Real,
        /// Whether scores are multiplied by a factor, as in YaRN but not in Llama 3.1; see
        /// [`score_factor`](Scaling::score_factor).
        sharpened: bool,
    },
}

impl Scaling {
    /// Returns the angle by which each pair turns from one position to the next, in radians.
    ///
    /// # Panics
    ///
    /// If `dim` is odd, or if `base` or a factor is not positive. If `dim` is 2 and the scaling is
    /// [`NtkAware`](Scaling::NtkAware), because one pair cannot be both the first and the last. If
    /// `high` is not greater than `low`.
    ///
    /// # Example
    ///
    /// ```
    /// use attention::newer_transformer::{Scaling, frequencies};
    ///
    /// let old = frequencies(8, 10_000.0);
    /// let new = Scaling::NtkAware { factor: 4.0 }.apply(8, 10_000.0);
    /// assert_eq!(new[0], old[0]);
    /// assert!((new[3] / old[3] - 0.25).abs() < 1e-6);
    /// ```
    #[track_caller]
    pub fn apply(self, dim: usize, base: Real) -> Vec<Real> {
        let scaled = self.angles(dim, base as f64);
        scaled.into_iter().map(|angle| angle as Real).collect()
    }

    #[track_caller]
    fn angles(self, dim: usize, base: f64) -> Vec<f64> {
        let mut scaled = angles(dim, base);
        let s = self.factor() as f64;
        assert!(s > 0.0, "Scaling: factor {s} is not positive");
        match self {
            Self::None => {}
            Self::Interpolation { .. } => {
                for angle in &mut scaled {
                    *angle /= s;
                }
            }
            Self::NtkAware { .. } => {
                assert_ne!(
                    dim, 2,
                    "Scaling: one pair is fast and slow"
                );
                let d = dim as f64;
                scaled = angles(dim, base * s.powf(d / (d - 2.0)));
            }
            Self::ByParts { trained_len, low, high, .. } => {
                let (low, high) = (low as f64, high as f64);
                assert!(low < high, "Scaling: low {low}, high {high}");
                for angle in &mut scaled {
                    let turns = trained_len as f64 * *angle / TAU;
                    let kept =
                        ((turns - low) / (high - low)).clamp(0.0, 1.0);
                    *angle *= kept + (1.0 - kept) / s;
                }
            }
        }
        scaled
    }

    /// Returns how many times as long the texts are, 1 without a scaling.
    pub fn factor(self) -> Real {
        match self {
            Self::None => 1.0,
            Self::Interpolation { factor }
            | Self::NtkAware { factor }
            | Self::ByParts { factor, .. } => factor,
        }
    }

    /// Returns the factor by which YaRN multiplies the scores, (0.1 ln s + 1)² for texts s times as
    /// long.
    ///
    /// It counters a softmax that spreads over more keys, so it is 1 if texts are not longer. Only
    /// a sharpened [`ByParts`](Scaling::ByParts) has it; the others have 1.
    ///
    /// # Source
    ///
    /// Peng et al. (2023), *YaRN*, Section 3.4.
    pub fn score_factor(self) -> Real {
        match self {
            Self::ByParts { factor, sharpened: true, .. } => {
                (0.1 * factor.max(1.0).ln() + 1.0).powi(2)
            }
            _ => 1.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Computed from the published configuration of Llama 3.1.
    #[test]
    fn pairs_of_llama_by_parts() {
        let scaling = Scaling::ByParts {
            factor: 8.0,
            trained_len: 8192,
            low: 1.0,
            high: 4.0,
            sharpened: false,
        };
        let ratios: Vec<f64> = scaling
            .angles(128, 500_000.0)
            .iter()
            .zip(angles(128, 500_000.0))
            .map(|(new, old)| new / old)
            .collect();
        let count = |ratio: f64| {
            ratios.iter().filter(|&r| (r - ratio).abs() < 1e-9).count()
        };
        assert_eq!([count(1.0), count(0.125)], [29, 29]);
    }

    #[test]
    fn a_larger_base_by_hand() {
        let scaling = Scaling::NtkAware { factor: 4.0 };
        let new = scaling.angles(8, 10_000.0);
        let old = angles(8, 10_000.0);
        for (pair, ratio) in
            [1.0, 0.629_961, 0.396_850, 0.25].into_iter().enumerate()
        {
            assert!((new[pair] / old[pair] - ratio).abs() < 1e-6);
        }
    }

    /// As in the published code: shorter texts have fewer keys, over which no softmax spreads.
    #[test]
    fn scores_of_shorter_texts_are_unchanged() {
        for (factor, expected) in
            [(0.01, 1.0), (0.5, 1.0), (1.0, 1.0), (4.0, 1.296_479)]
        {
            let scaling = Scaling::ByParts {
                factor,
                trained_len: 32,
                low: 1.0,
                high: 4.0,
                sharpened: true,
            };
            let scores = scaling.score_factor();
            assert!(
                (scores - expected).abs() < 1e-5,
                "{factor}: {scores}"
            );
        }
    }

    #[test]
    #[should_panic(expected = "frequencies: dim 5 is odd")]
    fn an_odd_width() {
        frequencies(5, 10_000.0);
    }

    #[test]
    #[should_panic(expected = "Scaling: factor 0 is not positive")]
    fn no_factor() {
        Scaling::Interpolation { factor: 0.0 }.apply(4, 10_000.0);
    }
}
