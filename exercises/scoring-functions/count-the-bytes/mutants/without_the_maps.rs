// expect-fail: where_the_multiplications_meet
// misconception: compares only the steps that see pairs, so that the answer is always dim
// region: 2
    let _ = (queries, keys);
    dim
