// expect-fail: the_last_step_counts_not_the_best
// misconception: keeps the best step on the way instead of the end
    use attention::nadaraya_watson::descend;

    starts
        .iter()
        .flat_map(|&start| descend(samples, start, rate, epochs))
        .filter(|step| step.loss.is_finite())
        .min_by(|a, b| a.loss.total_cmp(&b.loss))
