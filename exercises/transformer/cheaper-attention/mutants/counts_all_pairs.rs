// expect-fail: counts_of_a_short_text, where_the_summary_wins
// misconception: counts the hidden pairs as well, as if each token looked at all
// region: 2
    (2 * steps * steps * dim, steps * (2 * dim * dim + dim))
