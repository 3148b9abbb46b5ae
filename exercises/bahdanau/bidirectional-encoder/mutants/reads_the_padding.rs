// expect-fail: alone_and_in_a_batch
// misconception: forgets the lengths when it turns the batch around
// region: 2
    use attention::tape::concat;

    let before = forward.forward(tape, source).outputs;
    let order: Vec<usize> = (0..source.steps()).rev().collect();
    let embedded = backward.embedding.forward(tape, &source.tokens);
    let after = backward.gru.forward(embedded.select(1, &order), None).outputs;
    concat(&[before, after.select(1, &order)], 2)
