// expect-fail: the_error_belongs_to_the_width
// misconception: tunes the width for the Gaussian kernel and hands it to the other kernels
    use attention::nadaraya_watson::{predict, query_grid, rms_error};

    let _ = kernel;
    let queries = query_grid();
    let (mut best_width, mut best_error) = (widths[0], Real::INFINITY);
    for &width in widths {
        let answers = predict(samples, &queries, Kernel::Gaussian, width)?;
        let error = rms_error(&queries, &answers);
        if error < best_error {
            (best_width, best_error) = (width, error);
        }
    }
    Ok((best_width, best_error))
