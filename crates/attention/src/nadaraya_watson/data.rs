//! The data set of the chapter: noisy points on a known curve.

use ndarray::{Array1, Zip};
use rand::{Rng, RngExt};
use rand_distr::StandardNormal;

use super::PoolingError;
use crate::Real;

/// The upper end of the interval of the inputs, which starts at 0.
pub const INTERVAL: Real = 5.0;

/// The standard deviation of the noise in the targets.
pub const NOISE: Real = 0.5;

/// Returns the value of the curve without noise, `f(x) = 2 sin(x) + x^0.8`.
pub fn truth(x: Real) -> Real {
    2.0 * x.sin() + x.powf(0.8)
}

/// Returns the 50 queries of the chapter: 0, 0.1, ..., 4.9.
pub fn query_grid() -> Array1<Real> {
    (0..50).map(|i| i as Real / 10.0).collect()
}

/// Returns the root mean squared difference between predictions and the curve.
#[track_caller]
pub fn rms_error(
    queries: &Array1<Real>,
    predictions: &Array1<Real>,
) -> Real {
    let (asked, answered) = (queries.len(), predictions.len());
    assert!(
        asked == answered,
        "rms_error: [{asked}] and [{answered}]: lengths differ"
    );
    let squares = Zip::from(queries)
        .and(predictions)
        .fold(0.0, |sum, &x, &y| sum + (y - truth(x)).powi(2));
    (squares / asked as Real).sqrt()
}

/// Points with one finite input and one finite target each, at least one.
///
/// # Example
///
/// ```
/// use attention::nadaraya_watson::{PoolingError, Samples};
/// use ndarray::array;
///
/// let samples = Samples::new(array![0.0, 1.0], array![2.0, 3.0])?;
/// assert_eq!((samples.len(), samples.inputs()[1], samples.targets()[1]), (2, 1.0, 3.0));
/// # Ok::<(), PoolingError>(())
/// ```
// ANCHOR: samples
#[derive(Debug, Clone, PartialEq)]
pub struct Samples {
    inputs: Array1<Real>,
    targets: Array1<Real>,
}
// ANCHOR_END: samples

impl Samples {
    /// Checks inputs and targets, and stores them.
    ///
    /// # Errors
    ///
    /// If there are no points, if the lengths differ, or if an entry is not finite.
    pub fn new(
        inputs: Array1<Real>,
        targets: Array1<Real>,
    ) -> Result<Self, PoolingError> {
        if inputs.len() != targets.len() {
            return Err(PoolingError::Lengths {
                inputs: inputs.len(),
                targets: targets.len(),
            });
        }
        if inputs.is_empty() {
            return Err(PoolingError::Empty);
        }
        let mut points = inputs.iter().zip(&targets);
        if let Some(index) =
            points.position(|(x, y)| !(x.is_finite() && y.is_finite()))
        {
            return Err(PoolingError::NotFinite(index));
        }
        Ok(Self { inputs, targets })
    }

    /// Draws `count` points on the curve [`truth`].
    ///
    /// The inputs are uniform between 0 and [`INTERVAL`], and sorted. The targets have normal noise
    /// with standard deviation [`NOISE`]. Random numbers are drawn as `f64` and rounded to
    /// [`Real`], so the data set is the same in both precisions.
    ///
    /// # Errors
    ///
    /// If `count` is 0.
    // ANCHOR: draw
    pub fn draw(
        count: usize,
        rng: &mut dyn Rng,
    ) -> Result<Self, PoolingError> {
        let mut inputs: Vec<Real> = (0..count)
            .map(|_| INTERVAL * rng.random::<f64>() as Real)
            .collect();
        inputs.sort_by(Real::total_cmp);
        let targets = inputs
            .iter()
            .map(|&x| {
                truth(x)
                    + NOISE
                        * rng.sample::<f64, _>(StandardNormal) as Real
            })
            .collect();
        Self::new(inputs.into(), targets)
    }
    // ANCHOR_END: draw

    /// Returns the number of points, which is at least 1.
    #[expect(
        clippy::len_without_is_empty,
        reason = "samples are never empty"
    )]
    pub fn len(&self) -> usize {
        self.inputs.len()
    }

    /// Returns the inputs, `[points]`, which are the keys of attention.
    pub fn inputs(&self) -> &Array1<Real> {
        &self.inputs
    }

    /// Returns the targets, `[points]`, which are the values of attention.
    pub fn targets(&self) -> &Array1<Real> {
        &self.targets
    }
}
