// expect-fail: the_error_belongs_to_the_width, no_width_of_the_list_is_better
// misconception: measures the error at the training inputs, against the noisy targets
    use attention::nadaraya_watson::predict;

    let (mut best_width, mut best_error) = (widths[0], Real::INFINITY);
    for &width in widths {
        let answers = predict(samples, samples.inputs(), kernel, width)?;
        let errors = answers - samples.targets();
        let error = (errors.dot(&errors) / samples.len() as Real).sqrt();
        if error < best_error {
            (best_width, best_error) = (width, error);
        }
    }
    Ok((best_width, best_error))
