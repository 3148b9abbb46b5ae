//! The mean of the values that a query may attend to.

use attention::Real;
use ndarray::{Array2, ArrayRef2};

/// Returns for each query the mean of the values that it may attend to, or 0 if there
/// are none.
///
/// `values` has the shape `[keys, value_dim]` and holds finite numbers, `may_look`
/// has the shape `[queries, keys]`, and the result has the shape `[queries,
/// value_dim]`.
pub fn masked_mean(
    values: &ArrayRef2<Real>,
    may_look: &ArrayRef2<bool>,
) -> Array2<Real> {
    //@ solution
    use ndarray::Axis;

    let weights = may_look.mapv(|may| if may { 1.0 } else { 0.0 });
    let counts = weights.sum_axis(Axis(1)).mapv(|count: Real| count.max(1.0));
    weights.dot(values) / counts.insert_axis(Axis(1))
    //@ stub todo!("the mean over the rows of {values} for each row of {may_look}")
    //@ end
}
exercise_solutions::tests!(a_mean_over_what_may_be_seen);
