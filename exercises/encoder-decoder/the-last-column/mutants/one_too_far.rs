// expect-fail: alone_and_in_a_batch, what_stands_in_the_padding_does_not_matter, agrees_with_the_encoder
// misconception: takes the state after the first step of padding
        let last = lens[sentence].min(steps - 1);
