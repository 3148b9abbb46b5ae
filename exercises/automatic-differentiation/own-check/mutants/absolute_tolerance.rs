// expect-fail: the_tolerance_grows_with_the_difference
// misconception: the same allowed error for every size of the derivative
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
        let allowed = TOLERANCE;
        difference.is_finite() && (derivative - difference).abs() <= allowed
    })
