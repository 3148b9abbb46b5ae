// expect-fail: only_differences_count
// misconception: divides large scores by the temperature, which rounds their difference away
    use attention::array::softmax;

    let enough = |temperature: Real| {
        let weights = softmax(&(scores / temperature));
        weights.iter().any(|&weight| weight >= share)
    };
    let (mut low, mut high) = (1.0, 1.0);
    while !enough(low) {
        low /= 2.0;
    }
    while enough(high) {
        high *= 2.0;
    }
    for _ in 0..30 {
        let middle = (low + high) / 2.0;
        if enough(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    low
