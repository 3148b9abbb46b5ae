//! The waves of the positional encoding, in double precision.

use std::f64::consts::TAU;

use ndarray::{Array1, Array2};

/// Returns the frequency of each pair of columns, in radians per position.
///
/// Pair j has frequency 10000^(-2j / dim), so the first is the largest. If `dim` is odd, the last
/// pair has only a sine.
///
/// # Source
///
/// Vaswani et al. (2017), *Attention is all you need*, Section 3.5.
// ANCHOR: frequencies
pub fn frequencies(dim: usize) -> Array1<f64> {
    let frequency =
        |pair| 10_000_f64.powf(-2.0 * pair as f64 / dim as f64);
    Array1::from_shape_fn(dim.div_ceil(2), frequency)
}
// ANCHOR_END: frequencies

/// Returns the period of a pair of columns, in positions.
#[track_caller]
pub fn period(pair: usize, dim: usize) -> f64 {
    let frequencies = frequencies(dim);
    let pairs = frequencies.len();
    assert!(
        pair < pairs,
        "period: pair {pair}, but width {dim} has {pairs} pairs"
    );
    TAU / frequencies[pair]
}

/// Returns rows `offset` to `offset + steps - 1` of the encoding in double precision,
/// `[steps, dim]`.
///
/// Use it for comparisons with [`SinusoidalPositions::rows`](crate::nn::SinusoidalPositions::rows).
pub fn encode(offset: usize, steps: usize, dim: usize) -> Array2<f64> {
    let frequencies = frequencies(dim);
    Array2::from_shape_fn((steps, dim), |(step, column)| {
        let angle = (offset + step) as f64 * frequencies[column / 2];
        if column % 2 == 0 { angle.sin() } else { angle.cos() }
    })
}

/// Returns the matrix that maps the row of any position, from the right, to the row of the position
/// `offset` later, a rotation of each pair: `[dim, dim]`.
///
/// # Panics
///
/// If `dim` is odd: the last sine has no cosine.
///
/// # Source
///
/// Vaswani et al. (2017), *Attention is all you need*, Section 3.5, which states that such a matrix
/// exists.
///
/// # Example
///
/// ```
/// use attention::array::assert_close;
/// use attention::self_attention::{encode, shift};
///
/// let table = encode(0, 10, 6);
/// let moved = table.dot(&shift(25, 6));
/// assert_close(&moved, &encode(25, 10, 6), 1e-12);
/// ```
// ANCHOR: shift
#[track_caller]
pub fn shift(offset: i64, dim: usize) -> Array2<f64> {
    assert!(dim.is_multiple_of(2), "shift: dim {dim} is odd");
    let mut matrix = Array2::zeros((dim, dim));
    for (pair, frequency) in frequencies(dim).into_iter().enumerate() {
        let (sin, cos) = (offset as f64 * frequency).sin_cos();
        let (first, second) = (2 * pair, 2 * pair + 1);
        matrix[[first, first]] = cos;
        matrix[[first, second]] = -sin;
        matrix[[second, first]] = sin;
        matrix[[second, second]] = cos;
    }
    matrix
}
// ANCHOR_END: shift
