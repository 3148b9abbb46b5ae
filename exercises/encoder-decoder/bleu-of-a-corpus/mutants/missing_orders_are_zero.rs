// expect-fail: short_and_empty
// misconception: gives n-grams that no candidate has the precision 0
    let sum = |of: &dyn Fn(&Counts) -> usize| sentences.iter().map(of).sum::<usize>();
    let mut product = 1.0;
    for order in 0..4 {
        let (right, all) = (sum(&|c| c.right[order]), sum(&|c| c.all[order]));
        product *= right as f64 / all.max(1) as f64;
    }
    let (candidates, references) = (sum(&|c| c.candidate), sum(&|c| c.reference));
    let penalty = (1.0 - references as f64 / candidates.max(1) as f64).min(0.0).exp();
    penalty * product.powf(0.25)
