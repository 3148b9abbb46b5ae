//! The rotation of queries and keys, on arrays.

use ndarray::{Array1, Array2, ArrayView1};

use crate::Real;
use crate::nn::Pairing;

/// Rotates each pair of entries by the angle of its position: pair r by `position` times
/// `angles[r]`.
///
/// The pair (x, y) becomes (x cos - y sin, x sin + y cos). Entries without a pair do not change.
///
/// # Source
///
/// Su et al. (2021), *RoFormer*, Equation 15, with pairs of neighbors.
///
/// # Example
///
/// ```
/// use attention::newer_transformer::rotate;
/// use attention::nn::Pairing;
/// use ndarray::array;
///
/// let query = array![1.0, 2.0, 3.0, 4.0];
/// let rotate = |position| rotate(query.view(), position, &[1.0, 0.1], Pairing::Interleaved);
/// assert_eq!(rotate(0), query);
/// assert!((rotate(1)[0] - (1.0_f64.cos() - 2.0 * 1.0_f64.sin()) as attention::Real).abs() < 1e-6);
/// ```
// ANCHOR: rotate
#[track_caller]
pub fn rotate(
    vector: ArrayView1<'_, Real>, // [dim]
    position: usize,
    angles: &[Real], // [dim / 2]
    pairing: Pairing,
) -> Array1<Real> {
    let pairs = angles.len();
    assert!(
        2 * pairs <= vector.len(),
        "rotate: {:?}: {pairs} angles need {} entries",
        vector.shape(),
        2 * pairs
    );
    let mut rotated = vector.to_owned();
    for (pair, angle) in angles.iter().enumerate() {
        let [first, second] = pairing.columns(pair, pairs);
        let (x, y) = (vector[first], vector[second]);
        let angle = position as f64 * *angle as f64;
        let (sin, cos) = (angle.sin() as Real, angle.cos() as Real);
        rotated[first] = x * cos - y * sin;
        rotated[second] = x * sin + y * cos;
    }
    rotated
}
// ANCHOR_END: rotate

/// Rotates each row by the angles of its position, the first row at position `start`.
#[track_caller]
pub fn rotate_rows(
    rows: &Array2<Real>, // [steps, dim]
    start: usize,
    angles: &[Real],
    pairing: Pairing,
) -> Array2<Real> {
    let mut rotated = rows.clone();
    for (step, mut row) in rotated.rows_mut().into_iter().enumerate() {
        let turned = rotate(row.view(), start + step, angles, pairing);
        row.assign(&turned);
    }
    rotated
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::newer_transformer::frequencies;
    use crate::tape::{Mode, Tape};

    /// In single precision, the angles there would be off by up to 0.004.
    #[test]
    fn late_rows_equal_the_rows_of_the_operation() {
        let rows = Array2::from_shape_fn((3, 8), |(row, column)| {
            (row + 2 * column) as Real
        });
        let angles = frequencies(8, 10_000.0);
        let (tape, start) = (Tape::new(Mode::Eval, 0), 100_000);
        for pairing in [Pairing::Interleaved, Pairing::HalfSplit] {
            let turned = rotate_rows(&rows, start, &angles, pairing);
            let x = tape.constant(rows.clone());
            let operation = x.rotate(&angles, pairing, start).value();
            assert_eq!(turned.into_dyn(), operation);
        }
    }
}
