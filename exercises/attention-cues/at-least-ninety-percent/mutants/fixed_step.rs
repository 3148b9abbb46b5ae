// expect-fail: the_handbook, grows_with_the_scores
// misconception: raises the temperature in steps of 0.01, which are too coarse for low temperatures
    use attention::array::softmax;

    let mut temperature = 0.01;
    while softmax(&(scores / temperature)).iter().any(|&w| w >= share) {
        temperature += 0.01;
    }
    temperature - 0.01
