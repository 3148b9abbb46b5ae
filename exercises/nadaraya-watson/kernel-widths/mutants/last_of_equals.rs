// expect-fail: equal_errors_give_the_first_width
// misconception: replaces the best width when the error is equal, too
    use attention::nadaraya_watson::{predict, query_grid, rms_error};

    let queries = query_grid();
    let (mut best_width, mut best_error) = (widths[0], Real::INFINITY);
    for &width in widths {
        let answers = predict(samples, &queries, kernel, width)?;
        let error = rms_error(&queries, &answers);
        if error <= best_error {
            (best_width, best_error) = (width, error);
        }
    }
    Ok((best_width, best_error))
