//! Batch norm, for comparison with layer norm.

use ndarray::Axis;

use super::layer_norm::check_parameters;
use crate::Real;
use crate::tape::Var;
use crate::tape::kernels::rows::{in_standard_order, standard_copy};

impl<'t> Var<'t> {
    /// Normalizes each column, over all axes except the last, to mean 0 and variance 1, then applies `gain` and `bias`.
    ///
    /// This operation serves as a comparison with [`layer_norm`](Var::layer_norm). It uses the mean and variance of the
    /// batch in every mode and keeps no running means, so a row depends on the other rows even in
    /// [`Mode::Eval`](crate::tape::Mode::Eval). The variance is the mean of squared deviations, to which `epsilon` is
    /// added.
    ///
    /// # Shapes
    ///
    /// `[.., hidden]`, with `gain` and `bias` `[hidden]`, to `[.., hidden]`.
    ///
    /// # Panics
    ///
    /// If the value has no axes, or if `gain` or `bias` does not fit its last axis.
    ///
    /// # Source
    ///
    /// Ioffe and Szegedy (2015), *Batch normalization*, Algorithm 1.
    ///
    /// # Example
    ///
    /// ```
    /// use attention::tape::{Mode, Tape};
    /// use ndarray::array;
    ///
    /// let tape = Tape::new(Mode::Eval, 0);
    /// let x = tape.constant(array![[1.0, 7.0], [3.0, 7.0]]);
    /// let (gain, bias) = (tape.constant(array![1.0, 1.0]), tape.constant(array![0.0, 0.5]));
    /// let output = x.batch_norm(gain, bias, 1e-9);
    /// let expected = array![[-1.0, 0.5], [1.0, 0.5]].into_dyn();
    /// assert!((&output.value() - &expected).iter().all(|error| error.abs() < 1e-6));
    /// ```
    #[track_caller]
    pub fn batch_norm(self, gain: Self, bias: Self, epsilon: Real) -> Self {
        let hidden =
            check_parameters("batch_norm", self, &[("gain", gain), ("bias", bias)]);
        let shape = self.shape();
        let count: usize = shape[..shape.len() - 1].iter().product();
        let flat = "the number of entries does not change";
        let x = standard_copy(&self.value());
        let mut normalized = x.into_shape_with_order((count, hidden)).expect(flat);
        normalized -= &(normalized.sum_axis(Axis(0)) / count as Real);
        // Remove the rounding error of the mean, which would matter for nearly equal entries.
        normalized -= &(normalized.sum_axis(Axis(0)) / count as Real);
        let variance = (&normalized * &normalized).sum_axis(Axis(0)) / count as Real;
        let scale = (variance + epsilon).mapv(|v| v.sqrt().recip());
        normalized *= &scale;
        let gains = gain.value();
        let output = &normalized * &gains + bias.value();
        let output = output.into_shape_with_order(shape.clone()).expect(flat);
        let parents = [self, gain, bias];
        self.tape().record(
            "batch_norm",
            parents,
            output,
            move |d, [dx, dgain, dbias]| {
                // y = gain · n + bias
                let d = in_standard_order(d);
                let d = d.into_shape_with_order((count, hidden)).expect(flat);
                dgain.add(|| (&d * &normalized).sum_axis(Axis(0)).into_dyn());
                dbias.add(|| d.sum_axis(Axis(0)).into_dyn());
                dx.add(|| {
                    // n = (x - mean) · scale, scale = 1 / √(mean of (x - mean)² + epsilon),
                    // with means over the column, so dx is as in layer norm, column by column:
                    // dx = scale · (g - mean of g - n · mean of g n), g = d · gain
                    let g = d * &gains;
                    let mean = g.sum_axis(Axis(0)) / count as Real;
                    let slope = (&g * &normalized).sum_axis(Axis(0)) / count as Real;
                    let dx = (g - &mean - normalized * &slope) * &scale;
                    dx.into_shape_with_order(shape).expect(flat)
                });
            },
        )
    }
}

#[cfg(test)]
mod tests;
