// expect-fail: words_backward_padding_at_the_end, alone_and_in_a_batch
// misconception: turns around whole rows, so that the backward reader starts in the padding
    use attention::nn::Tokens;
    use ndarray::{Axis, Slice};

    let ids = source.tokens.ids();
    let backward = ids.slice_axis(Axis(1), Slice::new(0, None, -1)).to_owned();
    Padded {
        tokens: Tokens::new(backward, source.tokens.vocab()).expect("the same tokens"),
        lens: source.lens.clone(),
    }
