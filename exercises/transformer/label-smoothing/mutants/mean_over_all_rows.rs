// expect-fail: without_smoothing, padding_does_not_count
// misconception: divides by the number of rows, with the ignored ones
    let mut sum = 0.0;
    for (row, &target) in logits.rows().into_iter().zip(targets) {
        if target != ignored {
            let most = row.fold(Real::NEG_INFINITY, |most, &next| most.max(next));
            let total = row.mapv(|logit| (logit - most).exp()).sum();
            let surprise = row.mapv(|logit| total.ln() + most - logit);
            let mean = surprise.mean().unwrap_or(0.0);
            sum += (1.0 - smoothing) * surprise[target] + smoothing * mean;
        }
    }
    sum / targets.len().max(1) as Real
