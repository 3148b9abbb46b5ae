// expect-fail: agrees_with_a_mask, lopsided_and_endless_windows
// misconception: divides by the root of the number of keys in the place of their width
    use attention::array::softmax;
    use ndarray::{Axis, Slice};

    let steps = queries.nrows();
    let mut outputs = Array2::zeros((steps, values.ncols()));
    for (i, mut output) in outputs.outer_iter_mut().enumerate() {
        let start = i.saturating_sub(before);
        let end = i.saturating_add(after).saturating_add(1).min(steps);
        let window = Slice::from(start..end);
        let near = keys.slice_axis(Axis(0), window); // [window, dim]
        let scores = near.dot(&queries.row(i)) / ((end - start) as Real).sqrt(); // [window]
        let values = values.slice_axis(Axis(0), window); // [window, value_dim]
        output.assign(&softmax(&scores).dot(&values));
    }
    outputs
