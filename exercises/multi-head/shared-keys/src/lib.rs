//! Several heads with one projection of the keys and one of the values.

use attention::Real;
use ndarray::{Array2, ArrayRef2};

/// The parameters: four projections.
#[derive(Clone, Debug)]
pub struct Projections {
    /// `[hidden, hidden]`: head h has columns `h * dim..(h + 1) * dim`.
    pub query: Array2<Real>,
    /// `[hidden, dim]`, for all heads.
    pub key: Array2<Real>,
    /// `[hidden, dim]`, for all heads.
    pub value: Array2<Real>,
    /// `[hidden, hidden]`.
    pub output: Array2<Real>,
}

/// Attends with `hidden / dim` heads that share their keys and their values.
///
/// # Shapes
///
/// `queries`: `[queries, hidden]`, `keys` and `values`: `[keys, hidden]`. The result:
/// `[queries, hidden]`.
pub fn shared_keys(
    queries: &ArrayRef2<Real>,
    keys: &ArrayRef2<Real>,
    values: &ArrayRef2<Real>,
    projections: &Projections,
) -> Array2<Real> {
    //@ solution
    use attention::array::softmax;
    use ndarray::{Axis, Slice};

    let queries = queries.dot(&projections.query); // [queries, hidden]
    let keys = keys.dot(&projections.key); // [keys, dim]
    let values = values.dot(&projections.value); // [keys, dim]
    let dim = keys.ncols();
    let mut side_by_side = Array2::zeros(queries.raw_dim());
    for first in (0..queries.ncols()).step_by(dim) {
        let columns = Slice::from(first..first + dim);
        let of_head = queries.slice_axis(Axis(1), columns); // [queries, dim]
        let weights = softmax(&(of_head.dot(&keys.t()) / (dim as Real).sqrt()));
        side_by_side.slice_axis_mut(Axis(1), columns).assign(&weights.dot(&values));
    }
    side_by_side.dot(&projections.output)
    //@ stub todo!("{queries}, {keys} and {values} with {projections:?}")
    //@ end
}

/// Returns how many entries the four projections have.
///
/// `heads` divides `hidden`.
pub fn parameters(hidden: usize, heads: usize) -> usize {
    //@ solution
    2 * hidden * hidden + 2 * hidden * (hidden / heads)
    //@ stub todo!("count for hidden size {hidden} and {heads} heads")
    //@ end
}
exercise_solutions::tests!(shared_keys);
