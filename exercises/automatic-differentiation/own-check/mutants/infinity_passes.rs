// expect-fail: rejects_shapes_and_numbers_that_make_no_sense
// misconception: trusts one comparison to reject all that is not a number
    use rand::{SeedableRng, rngs::ChaCha8Rng};
    use rand_distr::{Distribution, StandardNormal};

    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let output = forward(input);
    let projection = output.mapv(|_| -> Real { StandardNormal.sample(&mut rng) });
    let gradient = backward(input, &projection);
    if gradient.shape() != input.shape() {
        return false;
    }
    gradient.indexed_iter().all(|(index, &derivative)| {
        let loss_at = |by: Real| {
            let mut moved = input.clone();
            moved[&index] += by;
            (forward(&moved) * &projection).sum()
        };
        let difference = (loss_at(STEP) - loss_at(-STEP)) / (2.0 * STEP);
        let allowed = TOLERANCE * difference.abs().max(1.0);
        (derivative - difference).abs() <= allowed
    })
