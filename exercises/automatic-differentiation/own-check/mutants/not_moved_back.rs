// expect-fail: looks_at_each_entry
// misconception: moves one shared array, and does not move an entry back before the next one
    use rand::{SeedableRng, rngs::ChaCha8Rng};
    use rand_distr::{Distribution, StandardNormal};

    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let output = forward(input);
    let projection = output.mapv(|_| -> Real { StandardNormal.sample(&mut rng) });
    let gradient = backward(input, &projection);
    if gradient.shape() != input.shape() {
        return false;
    }
    let mut shared = input.clone();
    gradient.indexed_iter().all(|(index, &derivative)| {
        let mut loss_at = |by: Real| {
            shared[&index] += by;
            (forward(&shared) * &projection).sum()
        };
        let difference = (loss_at(STEP) - loss_at(-2.0 * STEP)) / (2.0 * STEP);
        let allowed = TOLERANCE * difference.abs().max(1.0);
        difference.is_finite() && (derivative - difference).abs() <= allowed
    })
