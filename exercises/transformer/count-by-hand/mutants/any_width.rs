// expect-fail: the_widest_within_the_budget, budgets_at_the_edge
// misconception: finds the largest width, and forgets that the heads must share it
// region: 2
    let fits = |hidden: &u64| parameters(*hidden, blocks, vocab) <= budget;
    let widest = (1..).take_while(fits).last();
    widest.filter(|&hidden| hidden >= heads)
