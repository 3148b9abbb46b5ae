//! Layer norm.

use ndarray::{Array, Array1, ArrayRef, Dimension, Zip};

use crate::Real;

/// Moves and scales each row along the last axis to mean 0 and variance 1, then multiplies by a learned gain
/// and adds a learned bias, entry by entry.
///
/// An entry x of a row with the mean m and the variance v becomes
/// gain · (x - m) / √(v + epsilon) + bias. Every row is treated alone: what else is in the batch does not
/// matter, to the last bit.
///
/// Two details are often different elsewhere, and the results then differ, too. The variance is the mean of
/// the squared deviations, divided by the number of entries and not by one less (`std` of PyTorch and of
/// `ndarray` with `ddof = 1` divide by one less). And `epsilon` stands inside the root, not beside the
/// standard deviation: that is what keeps a row of equal entries from dividing by 0, and both its value and
/// its gradient finite.
///
/// | row | becomes |
/// |---|---|
/// | all entries are equal, and `epsilon` is above 0 | the bias |
/// | a single entry, and `epsilon` is above 0 | the bias |
/// | all entries are equal, and `epsilon` is 0 | NaN |
/// | an entry is infinite or NaN | NaN |
///
/// # Shapes
///
/// `x`: `[.., hidden]`, with any number of axes before the last; `gain` and `bias`: `[hidden]`. The
/// result has the shape of `x`.
///
/// # Panics
///
/// If `x` has no axis at all, or if `gain` or `bias` has another length than the last axis of `x`.
///
/// # Source
///
/// Ba, Kiros, Hinton (2016), *Layer normalization*, Equation 4, which has no epsilon.
///
/// # Example
///
/// ```
/// use attention::array::layer_norm;
/// use ndarray::array;
///
/// // Mean 2 and variance 1.
/// let output = layer_norm(&array![[1.0, 3.0]], &array![1.0, 10.0], &array![0.5, 0.5], 0.0);
/// assert_eq!(output, array![[-0.5, 10.5]]);
/// ```
// ANCHOR: layer_norm
#[track_caller]
pub fn layer_norm<D: Dimension>(
    x: &ArrayRef<Real, D>,
    gain: &Array1<Real>,
    bias: &Array1<Real>,
    epsilon: Real,
) -> Array<Real, D> {
    check(x.shape(), gain, bias);
    let mut output = x.as_standard_layout().into_owned();
    for mut row in output.rows_mut() {
        let hidden = row.len() as Real;
        let mean = row.sum() / hidden;
        row -= mean;
        // What rounding has left of the mean.
        row -= row.sum() / hidden;
        let variance = row.dot(&row) / hidden;
        let scale = 1.0 / (variance + epsilon).sqrt();
        Zip::from(row)
            .and(gain)
            .and(bias)
            .for_each(|x, gain, bias| *x = *x * scale * gain + bias);
    }
    output
}
// ANCHOR_END: layer_norm

#[track_caller]
fn check(shape: &[usize], gain: &Array1<Real>, bias: &Array1<Real>) {
    let Some(&hidden) = shape.last() else {
        panic!("layer_norm: []: there is no last axis");
    };
    for (name, parameter) in [("gain", gain), ("bias", bias)] {
        let len = parameter.len();
        assert!(
            len == hidden,
            "layer_norm: {shape:?}, {name} [{len}]: the last axis has length {hidden}"
        );
    }
}

#[cfg(test)]
mod tests;
