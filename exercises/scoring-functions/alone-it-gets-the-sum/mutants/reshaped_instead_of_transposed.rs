// expect-fail: agrees_with_loops, a_query_does_not_feel_the_others
// misconception: reshapes the scores, which gives the shape and another order
    let (batch, keys, queries) = scores.dim();
    let scores = scores.into_shape_with_order((batch, queries, keys));
    let weights = softmax(&scores.expect("as many scores as before"));
