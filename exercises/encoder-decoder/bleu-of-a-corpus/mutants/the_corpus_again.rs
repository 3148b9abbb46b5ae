// region: 2
// expect-fail: the_mean_is_another_number
// misconception: takes the score of all sentences together for the mean
    bleu(sentences)
