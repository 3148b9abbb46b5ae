// expect-fail: equals_heads_with_repeated_columns, heads_differ_by_their_queries
// misconception: deals the columns out to the heads in turn, so head h has the columns h, h + heads, ...
    use attention::array::softmax;
    use ndarray::{Axis, Slice};

    let queries = queries.dot(&projections.query); // [queries, hidden]
    let keys = keys.dot(&projections.key); // [keys, dim]
    let values = values.dot(&projections.value); // [keys, dim]
    let dim = keys.ncols();
    let heads = queries.ncols() / dim;
    let mut side_by_side = Array2::zeros(queries.raw_dim());
    for head in 0..heads {
        let columns = Slice::new(head as isize, None, heads as isize);
        let of_head = queries.slice_axis(Axis(1), columns); // [queries, dim]
        let weights = softmax(&(of_head.dot(&keys.t()) / (dim as Real).sqrt()));
        side_by_side
            .slice_axis_mut(Axis(1), columns)
            .assign(&weights.dot(&values));
    }
    side_by_side.dot(&projections.output)
