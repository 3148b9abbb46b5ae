// expect-fail: the_gradient_agrees_with_small_steps
// misconception: leaves out the scores whose offset was clipped
// region: 3
    let mut gradient = Array1::zeros(2 * reach + 1);
    for ((query, key), slope) in upstream.indexed_iter() {
        if key.abs_diff(query) <= reach {
            gradient[entry(query, key, reach)] += slope;
        }
    }
    gradient
