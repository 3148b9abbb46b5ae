//! Four kernels.

use std::f64::consts::TAU;

use crate::Real;

/// A function that maps a distance to the weight of a point before normalization.
///
/// Each kernel is symmetric, nonnegative, largest at 0, and has area 1. Distances are in units of
/// the width; see [`attention_weights`](super::attention_weights).
///
/// # Source
///
/// Silverman (1986), *Density Estimation for Statistics and Data Analysis*, Table 3.1. There, the
/// Epanechnikov kernel is scaled to variance 1; here, it ends at 1.
///
/// # Example
///
/// ```
/// use attention::nadaraya_watson::Kernel;
///
/// assert_eq!(Kernel::Epanechnikov.evaluate(0.5), 0.5625);
/// assert_eq!(Kernel::Triangular.evaluate(0.5), 0.5);
/// assert_eq!(Kernel::Boxcar.evaluate(1.5), 0.0);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kernel {
    /// The bell curve, which is positive everywhere.
    Gaussian,
    /// Constant up to a distance of 1.
    Boxcar,
    /// A parabola that reaches 0 at 1.
    Epanechnikov,
    /// A straight line that reaches 0 at 1.
    Triangular,
}

impl Kernel {
    /// All kernels, in the order of the figures in the book.
    pub const ALL: [Self; 4] = [
        Self::Gaussian,
        Self::Boxcar,
        Self::Epanechnikov,
        Self::Triangular,
    ];

    /// Returns the value of the kernel at a distance of `u` widths.
    // ANCHOR: evaluate
    pub fn evaluate(self, u: Real) -> Real {
        match self {
            Kernel::Gaussian => {
                (-u * u / 2.0).exp() / (TAU as Real).sqrt()
            }
            Kernel::Boxcar if u.abs() <= 1.0 => 0.5,
            Kernel::Boxcar => 0.0,
            Kernel::Epanechnikov => 0.75 * (1.0 - u * u).max(0.0),
            Kernel::Triangular => (1.0 - u.abs()).max(0.0),
        }
    }
    // ANCHOR_END: evaluate

    /// Returns the logarithm of the kernel up to a constant: the score whose softmax is the weight.
    ///
    /// Where the kernel is 0, the score is minus infinity. The Gaussian kernel is never 0, and its
    /// score is exact even where `evaluate` rounds to 0.
    // ANCHOR: score
    pub fn score(self, u: Real) -> Real {
        match self {
            Kernel::Gaussian => -u * u / 2.0,
            _ => self.evaluate(u).ln(),
        }
    }
    // ANCHOR_END: score
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kernel_has_area_one() {
        for kernel in Kernel::ALL {
            let step = 1e-3;
            let area: Real = (-8000..8000)
                .map(|i| {
                    kernel.evaluate((i as Real + 0.5) * step) * step
                })
                .sum();
            assert!((area - 1.0).abs() < 1e-4, "{kernel:?}: {area}");
        }
    }

    #[test]
    fn every_kernel_is_symmetric_and_falls() {
        for kernel in Kernel::ALL {
            for i in 0..300 {
                let u = i as Real / 100.0;
                assert_eq!(kernel.evaluate(u), kernel.evaluate(-u));
                assert!(
                    kernel.evaluate(u) >= kernel.evaluate(u + 0.01)
                );
            }
        }
    }

    #[test]
    fn the_edge_belongs_to_the_boxcar_only() {
        assert_eq!(Kernel::Boxcar.evaluate(1.0), 0.5);
        assert_eq!(Kernel::Epanechnikov.evaluate(1.0), 0.0);
        assert_eq!(Kernel::Triangular.evaluate(1.0), 0.0);
    }

    #[test]
    fn scores_are_logarithms_up_to_a_constant() {
        for kernel in Kernel::ALL {
            let constant =
                kernel.score(0.0) - kernel.evaluate(0.0).ln();
            for u in [-0.9, -0.5, 0.1, 0.7] {
                let difference = kernel.score(u)
                    - kernel.evaluate(u).ln()
                    - constant;
                assert!(difference.abs() < 1e-5, "{kernel:?} at {u}");
            }
        }
    }
}
