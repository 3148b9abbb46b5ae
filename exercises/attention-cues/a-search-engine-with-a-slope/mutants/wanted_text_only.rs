// expect-fail: slope_agrees_with_small_steps
// misconception: lets the score of the wanted text alone take part in the derivative
// region: 3
    let error = ranking_weights(question, texts, importance)[wanted] - 1.0;
    &texts.row(wanted) * question * error
