// expect-fail: only_differences_count
// misconception: takes the first key for the best one
    use attention::array::softmax;

    let enough = |temperature: Real| softmax(&(scores / temperature))[0] >= share;
    let (mut low, mut high) = (1.0, 1.0);
    while !enough(low) && low > 1e-9 {
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
