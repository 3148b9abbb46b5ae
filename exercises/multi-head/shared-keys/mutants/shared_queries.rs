// expect-fail: equals_heads_with_repeated_columns, heads_differ_by_their_queries
// misconception: lets all heads share the queries, too: only the first columns are used
    use attention::array::softmax;
    use ndarray::{Axis, Slice};

    let queries = queries.dot(&projections.query); // [queries, hidden]
    let keys = keys.dot(&projections.key); // [keys, dim]
    let values = values.dot(&projections.value); // [keys, dim]
    let dim = keys.ncols();
    let mut side_by_side = Array2::zeros(queries.raw_dim());
    for first in (0..queries.ncols()).step_by(dim) {
        let columns = Slice::from(first..first + dim);
        let of_head = queries.slice_axis(Axis(1), Slice::from(..dim)); // [queries, dim]
        let weights = softmax(&(of_head.dot(&keys.t()) / (dim as Real).sqrt()));
        side_by_side
            .slice_axis_mut(Axis(1), columns)
            .assign(&weights.dot(&values));
    }
    side_by_side.dot(&projections.output)
