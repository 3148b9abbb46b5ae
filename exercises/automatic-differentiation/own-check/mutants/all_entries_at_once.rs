// expect-fail: looks_at_each_entry
// misconception: moves all entries together and compares with the sum of the gradient
    use rand::{SeedableRng, rngs::ChaCha8Rng};
    use rand_distr::{Distribution, StandardNormal};

    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let output = forward(input);
    let projection = output.mapv(|_| -> Real { StandardNormal.sample(&mut rng) });
    let gradient = backward(input, &projection);
    if gradient.shape() != input.shape() {
        return false;
    }
    let loss_at = |by: Real| (forward(&(input + by)) * &projection).sum();
    let difference = (loss_at(STEP) - loss_at(-STEP)) / (2.0 * STEP);
    (gradient.sum() - difference).abs() <= TOLERANCE * difference.abs().max(1.0)
