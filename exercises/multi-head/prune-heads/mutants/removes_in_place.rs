// expect-fail: the_model_stays_as_it_is
// misconception: sets the rows of a head to 0 in the model itself, where every clone shares them
    use ndarray::{Axis, Slice};

    let heads = model.attention.heads();
    let whole = model.error();
    let weight = &model.attention.output.weight;
    (0..heads)
        .map(|head| {
            weight.update(|w| {
                let dim = w.len_of(Axis(0)) / heads;
                let rows = Slice::from(head * dim..(head + 1) * dim);
                w.slice_axis_mut(Axis(0), rows).fill(0.0);
            });
            model.error() - whole
        })
        .collect()
