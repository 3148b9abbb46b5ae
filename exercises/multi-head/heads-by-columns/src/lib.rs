//! Multi-head attention as a sum over the heads.

use attention::{Real, multi_head::MultiHead, nn::Linear};
use ndarray::{Array2, ArrayRef2, Ix2};

/// Returns the matrix of a linear layer, `[inputs, outputs]`.
pub fn matrix(linear: &Linear) -> Array2<Real> {
    let weight = linear.weight.value().into_dimensionality::<Ix2>();
    weight.expect("a weight has two axes").into_owned()
}

/// Returns the output of a layer without bias, for one example and without a mask, as a
/// sum over the heads.
///
/// # Shapes
///
/// `queries`: `[queries, query_dim]`, `keys`: `[keys, key_dim]`, `values`:
/// `[keys, value_dim]`. The result: `[queries, hidden]`.
pub fn by_columns(
    layer: &MultiHead,
    queries: &ArrayRef2<Real>,
    keys: &ArrayRef2<Real>,
    values: &ArrayRef2<Real>,
) -> Array2<Real> {
    //@ solution
    use attention::array::softmax;
    use ndarray::{Axis, Slice};

    let projections = [&layer.query, &layer.key, &layer.value].map(matrix);
    let output = matrix(&layer.output); // [hidden, hidden]
    let dim = output.nrows() / layer.heads();
    let mut sum = Array2::zeros((queries.nrows(), output.ncols()));
    for head in 0..layer.heads() {
        let part = Slice::from(head * dim..(head + 1) * dim);
        let [of_queries, of_keys, of_values] =
            projections.each_ref().map(|w| w.slice_axis(Axis(1), part));
        let projected = queries.dot(&of_queries); // [queries, dim]
        let scores = projected.dot(&keys.dot(&of_keys).t()) / (dim as Real).sqrt();
        let mixture = softmax(&scores).dot(&values.dot(&of_values)); // [queries, dim]
        sum += &mixture.dot(&output.slice_axis(Axis(0), part));
    }
    sum
    //@ stub todo!("{layer:?} on {queries}, {keys} and {values}")
    //@ end
}
exercise_solutions::tests!(heads_by_columns);
