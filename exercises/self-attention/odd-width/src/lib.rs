//! The sinusoidal encoding for any width.

use attention::Real;
use ndarray::Array2;

/// Returns the rows of positions `offset` to `offset + steps - 1`.
///
/// The result has the shape `[steps, dim]`. If `dim` is odd, the last column is an
/// unpaired sine.
pub fn rows(offset: usize, steps: usize, dim: usize) -> Array2<Real> {
    let mut table = Array2::zeros((steps, dim));
    for (step, mut row) in table.outer_iter_mut().enumerate() {
        let position = (offset + step) as f64;
        let numbers = row.as_slice_mut().expect("rows are contiguous");
        //@ solution
        let pairs = numbers.chunks_mut(2);
        //@ stub let pairs = numbers.chunks_exact_mut(2);
        //@ end
        for (pair, columns) in pairs.enumerate() {
            let angle = position / 10_000_f64.powf(2.0 * pair as f64 / dim as f64);
            for (column, wave) in columns.iter_mut().zip([angle.sin(), angle.cos()]) {
                *column = wave as Real;
            }
        }
    }
    table
}
exercise_solutions::tests!(odd_width);
