//! Rotary positions for keys and for queries.

use attention::Real;
use ndarray::{Array1, Array2, ArrayRef1, ArrayRef2};

/// Returns the frequency of pair `pair` of `dim / 2`.
fn frequency(pair: usize, dim: usize, base: Real) -> Real {
    base.powf(-2.0 * pair as Real / dim as Real)
}

/// Rotates the keys of a text, `[steps, dim]`; row i is at position i.
///
/// Entries `r` and `r + dim / 2` are a pair. The width `dim` is even.
pub fn rotate_keys(keys: &ArrayRef2<Real>, base: Real) -> Array2<Real> {
    let (steps, dim) = keys.dim();
    let mut rotated = Array2::zeros((steps, dim));
    for position in 0..steps {
        for pair in 0..dim / 2 {
            let (first, second) = (pair, pair + dim / 2);
            let angle = position as Real * frequency(pair, dim, base);
            let (sin, cos) = angle.sin_cos();
            let (x, y) = (keys[[position, first]], keys[[position, second]]);
            rotated[[position, first]] = x * cos - y * sin;
            rotated[[position, second]] = x * sin + y * cos;
        }
    }
    rotated
}

/// Rotates the query, `[dim]`, of the token at position `position`, as
/// [`rotate_keys`] rotates a key at this position.
pub fn rotate_query(
    query: &ArrayRef1<Real>,
    position: usize,
    base: Real,
) -> Array1<Real> {
    let dim = query.len();
    let mut rotated = Array1::zeros(dim);
    for pair in 0..dim / 2 {
        //@ solution
        let (first, second) = (pair, pair + dim / 2);
        //@ stub let (first, second) = (2 * pair, 2 * pair + 1);
        //@ end
        let angle = position as Real * frequency(pair, dim, base);
        let (sin, cos) = angle.sin_cos();
        let (x, y) = (query[first], query[second]);
        rotated[first] = x * cos - y * sin;
        rotated[second] = x * sin + y * cos;
    }
    rotated
}
exercise_solutions::tests!(right_for_the_first_tokens);
