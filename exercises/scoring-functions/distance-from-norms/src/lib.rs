//! Gaussian attention with a matrix product instead of differences.

use attention::Real;
use ndarray::Array2;

/// Returns the softmax over the keys of `-|q - k|^2 / (2 width^2)`.
///
/// # Shapes
///
/// `queries`: `[queries, dim]`, `keys`: `[keys, dim]` with at least one key. The
/// result: `[queries, keys]`. `width` is above 0.
pub fn distance_weights(
    queries: &Array2<Real>,
    keys: &Array2<Real>,
    width: Real,
) -> Array2<Real> {
    //@ solution
    use attention::array::softmax;
    use ndarray::Axis;

    let center = keys.mean_axis(Axis(0)).expect("at least one key"); // [dim]
    let (queries, keys) = (queries - &center, keys - &center);
    let squares = (&keys * &keys).sum_axis(Axis(1)); // [keys]
    let scores = queries.dot(&keys.t()) - squares / 2.0; // [queries, keys]
    softmax(&(scores / (width * width)))
    //@ stub todo!("weights of {queries} for {keys} with width {width}")
    //@ end
}
exercise_solutions::tests!(distance_from_norms);
