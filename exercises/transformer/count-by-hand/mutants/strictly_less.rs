// expect-fail: budgets_at_the_edge
// misconception: wants fewer parameters than the budget, and misses the model that has exactly as many
// region: 2
    let mut hidden = 0;
    while parameters(hidden + heads, blocks, vocab) < budget {
        hidden += heads;
    }
    (hidden > 0).then_some(hidden)
