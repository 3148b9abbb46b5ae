// expect-fail: the_blocks_take_over
// misconception: compares the blocks with the table of the inputs alone, and forgets the output layer
// region: 3
    let table = |hidden| vocab * hidden;
    let inside = |hidden| parameters(hidden, blocks, vocab) - parameters(hidden, 0, vocab);
    let enough = |hidden: &u64| inside(*hidden) >= table(*hidden);
    (1..).find(enough).expect("a square outgrows a line")
