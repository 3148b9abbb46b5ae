// expect-fail: is_not_blind_for_the_softmax, looks_at_each_entry
// misconception: a sum of the output is as good as any other number
    let gradient = backward(input, &forward(input).mapv(|_| 1.0));
    let _ = seed;
    if gradient.shape() != input.shape() {
        return false;
    }
    gradient.indexed_iter().all(|(index, &derivative)| {
        let loss_at = |by: Real| {
            let mut moved = input.clone();
            moved[&index] += by;
            forward(&moved).sum()
        };
        let difference = (loss_at(STEP) - loss_at(-STEP)) / (2.0 * STEP);
        (derivative - difference).abs() <= TOLERANCE * difference.abs().max(1.0)
    })
