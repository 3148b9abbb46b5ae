use ndarray::{Array, Array1, ArrayRef, Dimension, Zip};

use crate::Real;

/// Normalizes each row along the last axis to mean 0 and variance 1, then applies a learned gain
/// and bias to each entry.
///
/// As in [Equation (7.3)](#eq:layer-norm), an entry x of a row with mean m and variance v becomes
///
/// ```math
/// \text{gain} \cdot \frac{x - m}{\sqrt{v + \text{epsilon}}} + \text{bias}
/// ```
///
/// A row does not depend on the rest of the batch, to the last bit.
///
/// Two details differ between libraries. Here, the variance is the sum of squared deviations
/// divided by the number of entries; `std` of PyTorch, and of `ndarray` with `ddof = 1`, divide by
/// one less. Also, `epsilon` is added to the variance rather than to the standard deviation, which
/// keeps the value and the gradient finite if all entries of a row are equal.
///
/// | row | result |
/// |---|---|
/// | equal entries, or a single entry, and `epsilon` above 0 | the bias |
/// | equal entries and `epsilon` 0 | NaN |
/// | an entry is infinite or NaN | NaN |
///
/// # Shapes
///
/// `x`: `[.., hidden]`; `gain` and `bias`: `[hidden]`. The result has the shape of `x`.
///
/// # Source
///
/// Ba, Kiros, and Hinton (2016), *Layer normalization*, Equation 4, which has no epsilon.
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
        // Remove the rounding error of the mean.
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
        panic!("layer_norm: []: needs at least one axis");
    };
    for (name, parameter) in [("gain", gain), ("bias", bias)] {
        let len = parameter.len();
        assert!(
            len == hidden,
            "layer_norm: {shape:?} with {name} [{len}]: expected {name} [{hidden}]"
        );
    }
}
