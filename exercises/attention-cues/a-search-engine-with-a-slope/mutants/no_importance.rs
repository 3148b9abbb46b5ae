// expect-fail: weights_of_a_small_search, descent_finds_the_wanted_text
// misconception: forgets the importance in the scores
// region: 2
    let _ = importance;
    attention::array::softmax(&texts.dot(question))
