//! Which key has the largest weight.

use attention::Real;
use ndarray::ArrayRef2;

/// Returns for each query the index of the key with the largest weight, the first
/// one if several are equal.
///
/// `weights` has the shape `[queries, keys]`, and the result has one entry for each
/// query. It is `None` for a row that holds a `NaN` or is empty. Weights may be
/// negative or infinite.
pub fn best_keys(weights: &ArrayRef2<Real>) -> Vec<Option<usize>> {
    //@ solution
    let mut best = Vec::new();
    for row in weights.rows() {
        let unknown = row.iter().any(|weight| weight.is_nan());
        let largest = row.fold(Real::NEG_INFINITY, |top, &weight| top.max(weight));
        let first = row.iter().position(|&weight| weight == largest);
        best.push(if unknown { None } else { first });
    }
    best
    //@ stub todo!("the index of the largest number of each row of {weights}")
    //@ end
}
exercise_solutions::tests!(the_best_key);
