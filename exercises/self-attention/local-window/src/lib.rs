//! Attention within a window, without scores for the pairs outside.

use attention::Real;
use ndarray::{Array2, ArrayRef2};

/// Computes scaled dot-product attention in which query `i` looks at keys `i - before`
/// to `i + after`, inclusive, skipping any that do not exist.
///
/// `queries` and `keys` have the shape `[steps, dim]`, with a `dim` of at least 1,
/// `values` has `[steps, value_dim]`, and the result has `[steps, value_dim]`.
pub fn local_attention(
    queries: &ArrayRef2<Real>,
    keys: &ArrayRef2<Real>,
    values: &ArrayRef2<Real>,
    before: usize,
    after: usize,
) -> Array2<Real> {
    //@ solution
    use attention::array::softmax;
    use ndarray::{Axis, Slice};

    let (steps, dim) = queries.dim();
    let mut outputs = Array2::zeros((steps, values.ncols()));
    for (i, mut output) in outputs.outer_iter_mut().enumerate() {
        let start = i.saturating_sub(before);
        let end = i.saturating_add(after).saturating_add(1).min(steps);
        let window = Slice::from(start..end);
        let near = keys.slice_axis(Axis(0), window); // [window, dim]
        let scores = near.dot(&queries.row(i)) / (dim as Real).sqrt(); // [window]
        let values = values.slice_axis(Axis(0), window); // [window, value_dim]
        output.assign(&softmax(&scores).dot(&values));
    }
    outputs
    //@ stub todo!("{queries}, {keys}, {values}: {before} before and {after} after")
    //@ end
}
exercise_solutions::tests!(local_window);
