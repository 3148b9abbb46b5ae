// expect-fail: an_infinite_loss_does_not_count
// misconception: thinks of NaN and not of infinity
    use attention::nadaraya_watson::descend;

    starts
        .iter()
        .filter_map(|&start| descend(samples, start, rate, epochs).pop())
        .filter(|end| !end.loss.is_nan())
        .min_by(|a, b| a.loss.total_cmp(&b.loss))
