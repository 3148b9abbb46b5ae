// expect-fail: inputs_of_different_lengths
// misconception: cuts the inputs into pieces, and lets each head see a piece
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
        let projected = queries.slice_axis(Axis(1), part).dot(&of_queries.slice_axis(Axis(0), part)); // [queries, dim]
        let scores = projected.dot(&keys.dot(&of_keys).t()) / (dim as Real).sqrt();
        let mixture = softmax(&scores).dot(&values.dot(&of_values)); // [queries, dim]
        sum += &mixture.dot(&output.slice_axis(Axis(0), part));
    }
    sum
