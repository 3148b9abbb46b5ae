//! The best width for a kernel, judged by the true curve.

use attention::Real;
use attention::nadaraya_watson::{Kernel, PoolingError, Samples};

/// Returns the width with the smallest RMS error at the queries of `query_grid`, and
/// this error.
///
/// Of several widths with equal errors, the first one counts. `widths` has at least one
/// entry.
///
/// # Shapes
///
/// `widths`: any number of widths, in any order. The result: `(width, error)`.
///
/// # Errors
///
/// If a width is not a finite number above 0.
pub fn best_width(
    samples: &Samples,
    kernel: Kernel,
    widths: &[Real],
) -> Result<(Real, Real), PoolingError> {
    //@ solution
    use attention::nadaraya_watson::{predict, query_grid, rms_error};

    let queries = query_grid();
    let (mut best_width, mut best_error) = (widths[0], Real::INFINITY);
    for &width in widths {
        let answers = predict(samples, &queries, kernel, width)?;
        let error = rms_error(&queries, &answers);
        if error < best_error {
            (best_width, best_error) = (width, error);
        }
    }
    Ok((best_width, best_error))
    //@ stub todo!("try {widths:?} for {kernel:?} on {samples:?}")
    //@ end
}
exercise_solutions::tests!(kernel_widths);
