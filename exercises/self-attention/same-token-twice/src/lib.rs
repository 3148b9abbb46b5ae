//! A check: does a layer tell two equal tokens apart?

use attention::Real;
use ndarray::Array2;

/// Returns the largest absolute difference between the outputs of two equal tokens.
///
/// The input of the layer is `x`, `[steps, dim]`, with a copy of row `first` in row
/// `second`; its output is `[steps, width]` with a `width` of at least 1. The result is
/// NaN if a difference is NaN.
pub fn twin_gap(
    layer: &dyn Fn(&Array2<Real>) -> Array2<Real>,
    x: &Array2<Real>,
    first: usize,
    second: usize,
) -> Real {
    //@ solution
    let mut twins = x.clone();
    twins.row_mut(second).assign(&x.row(first));
    let output = layer(&twins);
    let gaps = (&output.row(first) - &output.row(second)).abs();
    if gaps.iter().any(|gap| gap.is_nan()) {
        return Real::NAN;
    }
    gaps.fold(0.0, |most: Real, &gap| most.max(gap))
    //@ stub let _ = layer;
    //@ stub todo!("rows {first} and {second} of {x}")
    //@ end
}
exercise_solutions::tests!(same_token_twice);
