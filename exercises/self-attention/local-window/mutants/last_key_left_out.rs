// expect-fail: agrees_with_a_mask, lopsided_and_endless_windows
// misconception: lets the range end at i + after, which leaves this key out
    use attention::array::softmax;
    use ndarray::{Axis, Slice};

    let (steps, dim) = queries.dim();
    let mut outputs = Array2::zeros((steps, values.ncols()));
    for (i, mut output) in outputs.outer_iter_mut().enumerate() {
        let start = i.saturating_sub(before);
        let end = i.saturating_add(after).max(i + 1).min(steps);
        let window = Slice::from(start..end);
        let near = keys.slice_axis(Axis(0), window); // [window, dim]
        let scores = near.dot(&queries.row(i)) / (dim as Real).sqrt(); // [window]
        let values = values.slice_axis(Axis(0), window); // [window, value_dim]
        output.assign(&softmax(&scores).dot(&values));
    }
    outputs
