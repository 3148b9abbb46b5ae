// expect-fail: grows_with_the_scores
// misconception: searches between 0 and 1 only
    use attention::array::softmax;

    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..30 {
        let middle: Real = (low + high) / 2.0;
        let weights = softmax(&(scores / middle));
        if weights.iter().any(|&weight| weight >= share) {
            low = middle;
        } else {
            high = middle;
        }
    }
    low
