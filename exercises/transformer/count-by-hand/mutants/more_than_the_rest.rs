// expect-fail: the_blocks_take_over
// misconception: waits until the blocks have more than the rest, and misses the size at which both are equal
// region: 3
    let rest = |hidden| parameters(hidden, 0, vocab);
    let all = |hidden| parameters(hidden, blocks, vocab);
    let enough = |hidden: &u64| all(*hidden) > 2 * rest(*hidden);
    (1..).find(enough).expect("a square outgrows a line")
