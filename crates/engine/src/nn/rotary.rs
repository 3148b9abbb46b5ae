use crate::Real;
use crate::tape::{Pairing, Var};

/// Rotates pairs of columns by angles that grow with the position.
///
/// If queries and keys are rotated by the same angles, their dot products depend on positions only
/// through the offset of the two. There are no parameters.
///
/// See [`Var::rotate`].
///
/// # Example
///
/// ```
/// use attention::nn::{Pairing, Rotary};
/// use attention::tape::{Mode, Tape};
/// use ndarray::array;
///
/// let rotary = Rotary::new([0.5], Pairing::Interleaved);
/// let tape = Tape::new(Mode::Eval, 0);
/// let [query, key] = [array![[1.0, 2.0]], array![[3.0, 4.0]]].map(|row| tape.constant(row));
/// let score = |i, j| rotary.rotate(query, i).matmul(rotary.rotate(key, j).transpose()).item();
/// assert!((score(7, 5) - score(2, 0)).abs() < 1e-5); // offset 2
/// assert!((score(7, 5) - score(7, 6)).abs() > 0.1);
/// ```
#[doc(alias("RoPE", "RotaryEncoding", "rotary_emb"))]
#[derive(Clone, Debug, PartialEq)]
pub struct Rotary {
    /// The angle of each pair from one position to the next.
    pub angles: Vec<Real>,
    /// Which columns form a pair.
    pub pairing: Pairing,
}

impl Rotary {
    /// Creates a rotation with one angle for each pair of columns.
    pub fn new(angles: impl Into<Vec<Real>>, pairing: Pairing) -> Self {
        Self { angles: angles.into(), pairing }
    }

    /// Rotates pair r at position i by i · `angles[r]`. The first step is at position `start`.
    ///
    /// # Panics
    ///
    /// If a position is too large for `usize`.
    #[track_caller]
    pub fn rotate<'t>(&self, x: Var<'t>, start: usize) -> Var<'t> {
        x.rotate(&self.angles, self.pairing, start)
    }
}
