// expect-fail: one_number_on_each_diagonal, the_gradient_agrees_with_small_steps
// misconception: takes the mean over the scores that share an entry
// region: 3
    let mut gradient = Array1::zeros(2 * reach + 1);
    let mut counts: Array1<Real> = Array1::zeros(2 * reach + 1);
    for ((query, key), slope) in upstream.indexed_iter() {
        gradient[entry(query, key, reach)] += slope;
        counts[entry(query, key, reach)] += 1.0;
    }
    gradient / counts.mapv(|count| count.max(1.0))
