// expect-fail: rejects_shapes_and_numbers_that_make_no_sense
// misconception: asks whether the error is too large, which NaN never is
    use rand::{SeedableRng, rngs::ChaCha8Rng};
    use rand_distr::{Distribution, StandardNormal};

    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let output = forward(input);
    let projection = output.mapv(|_| -> Real { StandardNormal.sample(&mut rng) });
    let gradient = backward(input, &projection);
    if gradient.shape() != input.shape() {
        return false;
    }
    for (index, &derivative) in gradient.indexed_iter() {
        let loss_at = |by: Real| {
            let mut moved = input.clone();
            moved[&index] += by;
            (forward(&moved) * &projection).sum()
        };
        let difference = (loss_at(STEP) - loss_at(-STEP)) / (2.0 * STEP);
        if (derivative - difference).abs() > TOLERANCE * difference.abs().max(1.0) {
            return false;
        }
    }
    true
