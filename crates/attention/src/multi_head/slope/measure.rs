//! The exact function that a trained model computes.

use ndarray::{Array1, Array2, Axis, Ix2};

use super::{DAYS, SlopeModel, needed_coefficients};
use crate::Real;
use crate::tape::{Mode, Tape};

impl SlopeModel {
    /// Returns the coefficient of each measurement in each answer: `[days - 2, days]`.
    ///
    /// The model is linear in the measurements, so its answers to one-hot examples are its
    /// coefficients.
    pub fn coefficients(&self) -> Array2<Real> {
        let tape = Tape::new(Mode::Eval, 0);
        let answers =
            self.forward(&tape, &Array2::eye(DAYS)).output.value();
        let answers = answers.into_dimensionality::<Ix2>();
        let answers = answers.expect("there are two axes"); // [days, days - 2]
        answers.reversed_axes().to_owned()
    }

    /// Returns the expected squared error of each day except the first and the last.
    ///
    /// Measurements are independent with mean 0 and variance 1, so it is the sum of the squared
    /// differences between the coefficients and the [needed ones](needed_coefficients).
    pub fn errors(&self) -> Array1<Real> {
        let differences = self.coefficients() - needed_coefficients();
        differences.powi(2).sum_axis(Axis(1))
    }

    /// Returns the mean of [`SlopeModel::errors`].
    pub fn error(&self) -> Real {
        self.errors().sum() / (DAYS - 2) as Real
    }
}
