// expect-fail: only_what_the_model_computes_counts
// misconception: takes the size of the rows of the output projection as the importance
    use ndarray::{Axis, Slice};

    let weight = model.attention.output.weight.value();
    let dim = weight.len_of(Axis(0)) / model.attention.heads();
    (0..model.attention.heads())
        .map(|head| {
            let rows = Slice::from(head * dim..(head + 1) * dim);
            weight.slice_axis(Axis(0), rows).powi(2).sum()
        })
        .collect()
