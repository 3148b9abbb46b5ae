// expect-fail: the_order_of_the_list_does_not_matter
// misconception: leaves the loop when the error rises, as if it were one valley and the list sorted
    use attention::nadaraya_watson::{predict, query_grid, rms_error};

    let queries = query_grid();
    let (mut best_width, mut best_error) = (widths[0], Real::INFINITY);
    for &width in widths {
        let answers = predict(samples, &queries, kernel, width)?;
        let error = rms_error(&queries, &answers);
        if error > best_error {
            break;
        }
        if error < best_error {
            (best_width, best_error) = (width, error);
        }
    }
    Ok((best_width, best_error))
