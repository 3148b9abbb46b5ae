//! Learned position encodings.

use rand::Rng;

use crate::nn::{DataError, Module, Param, Visitor, init};
use crate::tape::Var;

/// A layer that adds a learned vector to the vector at each position.
///
/// | parameter | shape | initial value |
/// |---|---|---|
/// | `weight` | `[max_len, dim]` | normal with mean 0 and standard deviation 1 |
///
/// The vectors have the same initial scale as an [`Embedding`](crate::nn::Embedding), so that
/// neither dominates the sum. The length of a sequence depends on the data, so exceeding `max_len`
/// is an error rather than a panic.
///
/// # Source
///
/// Gehring et al. (2017), *Convolutional sequence to sequence learning*, Section 3.1.
///
/// # Example
///
/// ```
/// use attention::nn::LearnedPositions;
/// use attention::tape::{Mode, Tape};
/// use ndarray::Array3;
/// use rand::{SeedableRng, rngs::ChaCha8Rng};
///
/// let positions = LearnedPositions::new(5, 4, &mut ChaCha8Rng::seed_from_u64(0));
/// let tape = Tape::new(Mode::Eval, 0);
/// let zeros = tape.constant(Array3::zeros((1, 2, 4)));
/// let y = positions.forward(zeros, 3)?.value();
/// assert_eq!(y[[0, 1, 2]], positions.weight.value()[[4, 2]]);
///
/// assert_eq!(
///     positions.forward(zeros, 4).unwrap_err().to_string(),
///     "sequence needs 6 positions, but only 5 are learned"
/// );
/// # Ok::<(), attention::nn::DataError>(())
/// ```
#[derive(Clone, Debug)]
pub struct LearnedPositions {
    /// The table, `[max_len, dim]`.
    pub weight: Param,
}

impl LearnedPositions {
    /// Creates random vectors for positions 0 to `max_len - 1`.
    pub fn new(max_len: usize, dim: usize, rng: &mut dyn Rng) -> Self {
        Self { weight: Param::new(init::normal((max_len, dim), 1.0, rng)) }
    }

    /// Adds a row of the table to the vector at each position. The first step is at position
    /// `offset`.
    ///
    /// # Errors
    ///
    /// [`DataError::TooLong`] if `offset + steps` exceeds `max_len`.
    #[track_caller]
    pub fn forward<'t>(&self, x: Var<'t>, offset: usize) -> Result<Var<'t>, DataError> {
        let table = x.tape().param(&self.weight);
        let [max_len, dim] = table.dims();
        let steps = super::steps("learned_positions", x, dim);
        let end = offset.saturating_add(steps);
        if end > max_len {
            return Err(DataError::TooLong { end, max_len });
        }
        Ok(x + table.slice(0, offset..end))
    }
}

impl Module for LearnedPositions {
    fn visit(&self, visitor: &mut Visitor<'_>) {
        visitor.param("weight", &self.weight);
    }
}
