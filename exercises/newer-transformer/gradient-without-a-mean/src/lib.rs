//! The root mean square norm and its backward pass.

use attention::Real;
use ndarray::{Array1, Array2, ArrayRef1, ArrayRef2, Axis};

/// Divides each row of `x`, `[rows, dim]`, by its root mean square, and multiplies it
/// by `gain`, `[dim]`; `epsilon` is added to the mean square.
pub fn forward(
    x: &ArrayRef2<Real>,
    gain: &ArrayRef1<Real>,
    epsilon: Real,
) -> Array2<Real> {
    let mean = x.map(|entry| entry * entry).mean_axis(Axis(1));
    let mean = mean.expect("dim is at least 1").insert_axis(Axis(1));
    x / (mean + epsilon).sqrt() * gain
}

/// Returns the gradients of a loss with respect to `x` and `gain` of [`forward`].
///
/// `upstream`, `[rows, dim]`, is the gradient with respect to the result of
/// [`forward`]. The gradients have the shapes `[rows, dim]` and `[dim]`.
pub fn backward(
    x: &ArrayRef2<Real>,
    gain: &ArrayRef1<Real>,
    epsilon: Real,
    upstream: &ArrayRef2<Real>,
) -> (Array2<Real>, Array1<Real>) {
    //@ solution
    let mut of_x = Array2::zeros(x.dim());
    let mut of_gain = Array1::zeros(x.ncols());
    for (row, (x, upstream)) in x.outer_iter().zip(upstream.outer_iter()).enumerate() {
        let dim = x.len() as Real;
        let rms = (x.dot(&x) / dim + epsilon).sqrt();
        let y = &x / rms;
        let u = upstream.to_owned() * gain;
        let along = u.dot(&y) / dim;
        of_x.row_mut(row).assign(&((&u - &y * along) / rms));
        of_gain += &(&upstream * &y);
    }
    (of_x, of_gain)
    //@ stub todo!("the gradients from {upstream} at {x}, {gain}, and {epsilon}")
    //@ end
}
exercise_solutions::tests!(gradient_without_a_mean);
