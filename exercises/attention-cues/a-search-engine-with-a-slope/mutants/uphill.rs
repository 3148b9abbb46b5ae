// expect-fail: slope_by_hand, slope_agrees_with_small_steps, descent_finds_the_wanted_text
// misconception: returns the derivative of ln, not of -ln, so that descent goes the wrong way
// region: 3
    let mut errors = -ranking_weights(question, texts, importance);
    errors[wanted] += 1.0;
    errors.dot(texts) * question
