// expect-fail: equal_ends_give_the_first_start
// misconception: replaces the best end when the loss is equal, too
    use attention::nadaraya_watson::descend;

    let mut best: Option<Step> = None;
    for &start in starts {
        let end = *descend(samples, start, rate, epochs).last()?;
        let better = best.is_none_or(|best| end.loss <= best.loss);
        if end.loss.is_finite() && better {
            best = Some(end);
        }
    }
    best
