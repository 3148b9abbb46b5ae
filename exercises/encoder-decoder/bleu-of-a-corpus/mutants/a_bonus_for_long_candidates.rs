// expect-fail: agrees_with_the_crate
// misconception: applies the penalty to long candidates, too, where it is a bonus
    let sum = |of: &dyn Fn(&Counts) -> usize| sentences.iter().map(of).sum::<usize>();
    let (mut logarithms, mut orders) = (0.0, 0);
    for order in 0..4 {
        let (right, all) = (sum(&|c| c.right[order]), sum(&|c| c.all[order]));
        if all > 0 {
            logarithms += (right as f64 / all as f64).ln();
            orders += 1;
        }
    }
    if orders == 0 {
        return 0.0;
    }
    let (candidates, references) = (sum(&|c| c.candidate), sum(&|c| c.reference));
    let penalty = (1.0 - references as f64 / candidates as f64).exp();
    penalty * (logarithms / orders as f64).exp()
