// expect-fail: a_long_text_leaves
// misconception: adds the chances of the draws, which is more than 1 for a long text
// region: 3
    let inside: f64 = kept.iter().map(|&token| probabilities[token] as f64).sum();
    (1.0 - inside) * f64::from(steps)
