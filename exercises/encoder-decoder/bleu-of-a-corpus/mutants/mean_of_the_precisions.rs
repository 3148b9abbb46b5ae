// expect-fail: one_sentence_by_hand, two_sentences_by_hand, agrees_with_the_crate
// misconception: takes the arithmetic mean of the precisions
    let sum = |of: &dyn Fn(&Counts) -> usize| sentences.iter().map(of).sum::<usize>();
    let (mut precisions, mut orders) = (0.0, 0);
    for order in 0..4 {
        let (right, all) = (sum(&|c| c.right[order]), sum(&|c| c.all[order]));
        if all > 0 {
            precisions += right as f64 / all as f64;
            orders += 1;
        }
    }
    if orders == 0 {
        return 0.0;
    }
    let (candidates, references) = (sum(&|c| c.candidate), sum(&|c| c.reference));
    let penalty = (1.0 - references as f64 / candidates as f64).min(0.0).exp();
    penalty * precisions / orders as f64
