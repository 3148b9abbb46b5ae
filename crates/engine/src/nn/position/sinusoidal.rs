//! Positions as sines and cosines.

use ndarray::Array2;

use crate::Real;
use crate::nn::{Module, Visitor};
use crate::tape::Var;

/// Adds to the vector at each position a row of sines and cosines that only this position has.
///
/// The row of position p has in its columns 2i and 2i + 1
///
/// ```text
/// sin(p / 10000^(2i / dim))   and   cos(p / 10000^(2i / dim))
/// ```
///
/// If `dim` is odd, the last column is a sine whose cosine has no place. Rows are computed when they
/// are asked for, so a sequence may be as long as it likes. There are no parameters.
///
/// # Source
///
/// Vaswani et al. (2017), *Attention is all you need*, Section 3.5. The code that its authors
/// published has all sines before all cosines, and the exponent i / (dim / 2 - 1) in place of
/// 2i / dim: another table.
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SinusoidalPositions {
    dim: usize,
}

impl SinusoidalPositions {
    /// Positions for vectors of `dim` entries.
    pub fn new(dim: usize) -> Self {
        Self { dim }
    }

    /// The rows of the positions `offset` to `offset + steps - 1`.
    ///
    /// # Shapes
    ///
    /// The result is `[steps, dim]`.
    ///
    /// # Example
    ///
    /// ```
    /// use attention::nn::SinusoidalPositions;
    ///
    /// let positions = SinusoidalPositions::new(6);
    /// let (all, third) = (positions.rows(0, 5), positions.rows(2, 1));
    /// assert_eq!(all.row(2), third.row(0));
    /// ```
    // ANCHOR: sinusoidal_positions
    pub fn rows(&self, offset: usize, steps: usize) -> Array2<Real> {
        Array2::from_shape_fn((steps, self.dim), |(step, column)| {
            let pair = (column - column % 2) as f64 / self.dim as f64;
            // In f32, rounding the angle at position 100 000 would
            // change it by up to 0.004, computing it by even more.
            let angle = (offset + step) as f64 / 10_000_f64.powf(pair);
            let wave = if column % 2 == 0 {
                angle.sin()
            } else {
                angle.cos()
            };
            wave as Real
        })
    }
    // ANCHOR_END: sinusoidal_positions

    /// Adds its row to the vector at each position. The first step stands at position `offset`.
    ///
    /// # Shapes
    ///
    /// `[.., steps, dim]` to `[.., steps, dim]`.
    ///
    /// # Panics
    ///
    /// If the last axis has another size than `dim`:
    /// `sinusoidal_positions: [2, 3, 5]: not [.., steps, 4]`.
    #[track_caller]
    pub fn forward<'t>(&self, x: Var<'t>, offset: usize) -> Var<'t> {
        let steps = super::steps("sinusoidal_positions", x, self.dim);
        x + x.tape().constant(self.rows(offset, steps))
    }
}

impl Module for SinusoidalPositions {
    fn visit(&self, _: &mut Visitor<'_>) {}
}
