// expect-fail: the_end_counts_not_the_start
// misconception: compares the losses at the starts, and descends from the best start only
    use attention::nadaraya_watson::{descend, loss_and_gradient};

    let loss = |w: Real| loss_and_gradient(samples, w).0;
    let finite = starts.iter().copied().filter(|&w| loss(w).is_finite());
    let start = finite.min_by(|&a, &b| loss(a).total_cmp(&loss(b)))?;
    descend(samples, start, rate, epochs).pop()
