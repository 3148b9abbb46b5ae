// expect-fail: equals_heads_with_repeated_columns
// misconception: divides by the root of `hidden`, not of the dimension of one head
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
        let weights = softmax(&(of_head.dot(&keys.t()) / (queries.ncols() as Real).sqrt()));
        side_by_side
            .slice_axis_mut(Axis(1), columns)
            .assign(&weights.dot(&values));
    }
    side_by_side.dot(&projections.output)
