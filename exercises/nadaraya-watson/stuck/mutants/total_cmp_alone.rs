// expect-fail: a_loss_that_is_not_a_number_never_wins
// misconception: total_cmp sorts every NaN behind all numbers
    use attention::nadaraya_watson::descend;

    starts
        .iter()
        .filter_map(|&start| descend(samples, start, rate, epochs).pop())
        .min_by(|a, b| a.loss.total_cmp(&b.loss))
