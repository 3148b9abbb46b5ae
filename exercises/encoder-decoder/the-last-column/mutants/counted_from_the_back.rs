// expect-fail: alone_and_in_a_batch, agrees_with_the_encoder
// misconception: goes back from the last column by the length instead of by the padding
        let last = steps - lens[sentence];
