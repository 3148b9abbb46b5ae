// expect-fail: agrees_with_the_crate
// misconception: multiplies the penalties of the sentences
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
    let penalty = |c: &Counts| (1.0 - c.reference as f64 / c.candidate as f64).min(0.0).exp();
    sentences.iter().map(penalty).product::<f64>() * (logarithms / orders as f64).exp()
