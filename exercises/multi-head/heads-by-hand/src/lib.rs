//! Two heads of width 1.

use attention::Real;
use ndarray::{Array2, ArrayRef2};

/// Attends with two heads and without projections: head h sees column h of the
/// queries, the keys, and the values, and fills column h of the result.
///
/// There is at least one key.
///
/// # Shapes
///
/// `queries`: `[queries, 2]`, `keys`: `[keys, 2]`, `values`: `[keys, 2]`. The result:
/// `[queries, 2]`.
pub fn two_heads(
    queries: &ArrayRef2<Real>,
    keys: &ArrayRef2<Real>,
    values: &ArrayRef2<Real>,
) -> Array2<Real> {
    //@ solution
    use attention::array::softmax;

    let mut output = Array2::zeros((queries.nrows(), 2));
    for head in 0..2 {
        let scores =
            Array2::from_shape_fn((queries.nrows(), keys.nrows()), |(i, j)| {
                queries[[i, head]] * keys[[j, head]]
            });
        let mixture = softmax(&scores).dot(&values.column(head));
        output.column_mut(head).assign(&mixture);
    }
    output
    //@ stub todo!("two heads for {queries}, {keys} and {values}")
    //@ end
}
exercise_solutions::tests!(heads_by_hand);
