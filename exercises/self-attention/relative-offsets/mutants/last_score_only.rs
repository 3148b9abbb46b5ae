// expect-fail: one_number_on_each_diagonal, the_gradient_agrees_with_small_steps
// misconception: writes the gradient instead of adding up, so that the last score wins
// region: 3
    let mut gradient = Array1::zeros(2 * reach + 1);
    for ((query, key), &slope) in upstream.indexed_iter() {
        gradient[entry(query, key, reach)] = slope;
    }
    gradient
