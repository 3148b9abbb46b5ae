// expect-fail: a_model_that_fits_on_paper, as_many_as_the_model_has, budgets_at_the_edge
// misconception: forgets the two biases of the feed-forward network, because the attention has none
    blocks * (12 * hidden * hidden + 4 * hidden) + 2 * vocab * hidden + vocab
