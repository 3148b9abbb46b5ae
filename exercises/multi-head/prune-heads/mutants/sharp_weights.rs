// expect-fail: a_removed_head_matters_least
// misconception: takes the heads with the sharpest weights for the most important ones
    use attention::tape::{Mode, Tape};
    use ndarray::{Array2, Axis};

    let tape = Tape::new(Mode::Eval, 0);
    let days = attention::multi_head::slope::DAYS;
    let weights = model.forward(&tape, &Array2::zeros((1, days))).weights.value();
    (0..model.attention.heads())
        .map(|head| weights.index_axis(Axis(1), head).powi(2).sum())
        .collect()
