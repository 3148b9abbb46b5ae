//! The example of the chapter: the change around each day, from measurements on ten days.

mod measure;
mod model;

pub use model::{SlopeModel, Split};

use ndarray::{Array2, Axis, Slice};
use rand::Rng;

use crate::Real;
use crate::nn::init;

/// The number of days of an example.
pub const DAYS: usize = 10;

/// The hidden size of the model for any number of heads.
pub const HIDDEN: usize = 16;

/// Returns random measurements, `[batch, days]`, and the change around each day except the first
/// and the last, `[batch, days - 2]`.
///
/// The change is the measurement of the next day minus the one of the previous day.
// ANCHOR: examples
pub fn examples(
    batch: usize,
    rng: &mut dyn Rng,
) -> (Array2<Real>, Array2<Real>) {
    let measurements = init::normal((batch, DAYS), 1.0, rng);
    let next = measurements.slice_axis(Axis(1), Slice::from(2..));
    let before = measurements.slice_axis(Axis(1), Slice::from(..-2));
    let slopes = &next - &before;
    (measurements, slopes)
}
// ANCHOR_END: examples

/// Returns the coefficients for which the error is 0: -1, 0, and 1 around each day, in an array
/// `[days - 2, days]`.
pub fn needed_coefficients() -> Array2<Real> {
    Array2::from_shape_fn((DAYS - 2, DAYS), |(row, day)| match day {
        _ if day == row + 2 => 1.0,
        _ if day == row => -1.0,
        _ => 0.0,
    })
}
