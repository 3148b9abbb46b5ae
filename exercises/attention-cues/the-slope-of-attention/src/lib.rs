//! The change of the output of attention with the query.

use attention::Real;
use ndarray::{Array1, Array2};

/// Returns the derivative of the output with respect to the query, if the scores are
/// dot products, the temperature is 1, and the values are the keys.
///
/// A query `[dim]` and keys `[keys, dim]`, at least one, to a slope `[dim, dim]`: the
/// entry in row a and column e is the derivative of entry a of the output with respect
/// to entry e of the query.
pub fn slope(query: &Array1<Real>, keys: &Array2<Real>) -> Array2<Real> {
    //@ solution
    use attention::array::softmax;
    use ndarray::Axis;

    let weights = softmax(&keys.dot(query));
    let deviations = keys - &weights.dot(keys); // of each key from the output
    let weighted = &deviations * &weights.insert_axis(Axis(1));
    weighted.t().dot(&deviations)
    //@ stub todo!("the slope at {query} with keys {keys}")
    //@ end
}
exercise_solutions::tests!(the_slope_of_attention);
