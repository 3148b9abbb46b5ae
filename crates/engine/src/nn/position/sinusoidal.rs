//! Sinusoidal position encodings.

use ndarray::Array2;

use crate::Real;
use crate::nn::{Module, Visitor};
use crate::tape::Var;

/// A layer that adds a row of sines and cosines to the vector at each position.
///
/// Columns 2i and 2i + 1 of the row for position p are
///
/// ```text
/// sin(p / 10000^(2i / dim))   and   cos(p / 10000^(2i / dim))
/// ```
///
/// If `dim` is odd, the last column is a sine without a cosine. Rows are computed on demand, so the
/// length of a sequence is not limited. There are no parameters.
///
/// # Source
///
/// Vaswani et al. (2017), *Attention is all you need*, Section 3.5. The code that the authors
/// published computes a different table, with all sines before all cosines and the exponent i /
/// (dim / 2 - 1) instead of 2i / dim.
///
/// # Example
///
/// ```
/// use attention::nn::SinusoidalPositions;
/// use attention::tape::{Mode, Tape};
/// use ndarray::Array3;
///
/// let positions = SinusoidalPositions::new(4);
/// let tape = Tape::new(Mode::Eval, 0);
/// let zeros = tape.constant(Array3::zeros((1, 2, 4)));
/// let y = positions.forward(zeros, 0).value();
/// // Position 0 is sin 0, cos 0, sin 0, cos 0. The second pair turns 100 times more slowly.
/// assert_eq!([y[[0, 0, 0]], y[[0, 0, 1]]], [0.0, 1.0]);
/// assert!((y[[0, 1, 0]] - 0.841_471).abs() < 1e-6);
/// assert!((y[[0, 1, 2]] - 0.009_999_8).abs() < 1e-6);
/// ```
#[doc(alias = "PositionalEncoding")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SinusoidalPositions {
    dim: usize,
}

impl SinusoidalPositions {
    /// Creates position encodings of size `dim`.
    pub fn new(dim: usize) -> Self {
        Self { dim }
    }

    /// Returns the rows for positions `offset` to `offset + steps - 1`: `[steps, dim]`.
    // ANCHOR: sinusoidal_positions
    pub fn rows(&self, offset: usize, steps: usize) -> Array2<Real> {
        Array2::from_shape_fn((steps, self.dim), |(step, column)| {
            let pair = (column - column % 2) as f64 / self.dim as f64;
            // In f32, the rounding error of an angle at position
            // 100,000 is up to 0.004 and grows in the computation.
            let angle = (offset + step) as f64 / 10_000_f64.powf(pair);
            let wave = [f64::sin, f64::cos][column % 2];
            wave(angle) as Real
        })
    }
    // ANCHOR_END: sinusoidal_positions

    /// Adds a row to the vector at each position. The first step is at position `offset`.
    #[track_caller]
    pub fn forward<'t>(&self, x: Var<'t>, offset: usize) -> Var<'t> {
        let steps = super::steps("sinusoidal_positions", x, self.dim);
        x + x.tape().constant(self.rows(offset, steps))
    }
}

impl Module for SinusoidalPositions {
    fn visit(&self, _: &mut Visitor<'_>) {}
}
