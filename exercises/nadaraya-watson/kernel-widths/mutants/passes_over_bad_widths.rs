// expect-fail: a_bad_width_is_an_error
// misconception: a width that is refused is left out in silence
    use attention::nadaraya_watson::{predict, query_grid, rms_error};

    let queries = query_grid();
    let (mut best_width, mut best_error) = (widths[0], Real::INFINITY);
    for &width in widths {
        let Ok(answers) = predict(samples, &queries, kernel, width) else {
            continue;
        };
        let error = rms_error(&queries, &answers);
        if error < best_error {
            (best_width, best_error) = (width, error);
        }
    }
    Ok((best_width, best_error))
