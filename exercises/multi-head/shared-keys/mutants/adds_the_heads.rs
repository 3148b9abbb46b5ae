// expect-fail: equals_heads_with_repeated_columns, heads_differ_by_their_queries
// misconception: adds up the outputs of the heads and repeats the sum, in the place of putting them side by side
    use attention::array::softmax;
    use ndarray::{Axis, Slice};

    let queries = queries.dot(&projections.query); // [queries, hidden]
    let keys = keys.dot(&projections.key); // [keys, dim]
    let values = values.dot(&projections.value); // [keys, dim]
    let dim = keys.ncols();
    let mut sum = Array2::zeros((queries.nrows(), dim));
    for first in (0..queries.ncols()).step_by(dim) {
        let of_head = queries.slice_axis(Axis(1), Slice::from(first..first + dim));
        let weights = softmax(&(of_head.dot(&keys.t()) / (dim as Real).sqrt()));
        sum += &weights.dot(&values);
    }
    Array2::from_shape_fn(queries.raw_dim(), |(i, column)| sum[[i, column % dim]])
        .dot(&projections.output)
