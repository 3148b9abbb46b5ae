// expect-fail: the_tolerance_grows_with_the_difference
// misconception: a step of 1e-4 to be more exact
    use rand::{SeedableRng, rngs::ChaCha8Rng};
    use rand_distr::{Distribution, StandardNormal};

    let step: Real = 1e-4;
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
        let difference = (loss_at(step) - loss_at(-step)) / (2.0 * step);
        let allowed = TOLERANCE * difference.abs().max(1.0);
        difference.is_finite() && (derivative - difference).abs() <= allowed
    })
