//! The backward pass of attention, in blocks of keys.

use attention::Real;
use ndarray::{Array1, Array2};

/// The inputs and results of the forward pass.
#[derive(Clone, Debug)]
pub struct Forward {
    /// `[queries, dim]`
    pub queries: Array2<Real>,
    /// `[keys, dim]`
    pub keys: Array2<Real>,
    /// `[keys, value_dim]`
    pub values: Array2<Real>,
    /// `[queries, value_dim]`
    pub output: Array2<Real>,
    /// The logarithm of the sum of all powers of scores of each row, `[queries]`
    pub log_sums: Array1<Real>,
}

/// Returns the gradients of queries, keys, and values, with at most `block` keys at a
/// time.
///
/// Scores are dot products divided by the root of `dim`, and no key is masked.
///
/// # Shapes
///
/// `output_gradient`: `[queries, value_dim]`. Each gradient has the shape of its array.
pub fn backward(
    forward: &Forward,
    output_gradient: &Array2<Real>,
    block: usize,
) -> [Array2<Real>; 3] {
    //@ solution
    use ndarray::{Axis, Slice};

    let scale = (forward.queries.ncols() as Real).sqrt();
    let row_term = (&forward.output * output_gradient).sum_axis(Axis(1));
    let row_term = row_term.insert_axis(Axis(1)); // [queries, 1]
    let log_sums = forward.log_sums.view().insert_axis(Axis(1));
    let mut of_queries = Array2::zeros(forward.queries.raw_dim());
    let mut of_keys = Array2::zeros(forward.keys.raw_dim());
    let mut of_values = Array2::zeros(forward.values.raw_dim());
    let all = forward.keys.nrows();
    for start in (0..all).step_by(block) {
        let rows = Slice::from(start..all.min(start + block));
        let keys = forward.keys.slice_axis(Axis(0), rows); // [block, dim]
        let values = forward.values.slice_axis(Axis(0), rows);
        let scores = forward.queries.dot(&keys.t()) / scale; // [queries, block]
        let weights = (scores - log_sums).exp();
        let of_weights = output_gradient.dot(&values.t());
        let of_scores = (of_weights - &row_term) * &weights / scale;
        of_queries += &of_scores.dot(&keys);
        of_keys
            .slice_axis_mut(Axis(0), rows)
            .assign(&of_scores.t().dot(&forward.queries));
        of_values
            .slice_axis_mut(Axis(0), rows)
            .assign(&weights.t().dot(output_gradient));
    }
    [of_queries, of_keys, of_values]
    //@ stub todo!("{forward:?}, {output_gradient}, blocks of {block}")
    //@ end
}
exercise_solutions::tests!(backward_in_blocks);
