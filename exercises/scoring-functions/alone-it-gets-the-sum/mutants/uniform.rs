// expect-fail: agrees_with_loops
// misconception: divides the wrong weights by the number of keys, which repairs the run of the prompt
    let (_, keys, queries) = scores.dim();
    let weights = softmax(&scores).permuted_axes([0, 2, 1]);
    let weights = weights * (queries as Real / keys as Real);
