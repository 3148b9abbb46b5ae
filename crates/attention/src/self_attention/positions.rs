//! Representations of positions.

use rand::Rng;

use super::DIM;
use crate::nn::{DataError, LearnedPositions, SinusoidalPositions};
use crate::tape::Var;

/// How a model learns the position of a token.
#[derive(Clone, Debug)]
pub enum Positions {
    /// Not at all.
    None,
    /// From sines and cosines.
    Sinusoidal,
    /// From a learned vector for each position.
    Learned(LearnedPositions),
}

impl Positions {
    /// Creates random vectors for `max_len` positions.
    pub fn learned(max_len: usize, rng: &mut impl Rng) -> Self {
        Self::Learned(LearnedPositions::new(max_len, DIM, rng))
    }

    /// Returns the tokens with their positions, the first at `offset`.
    pub(super) fn add<'t>(
        &self,
        x: Var<'t>,
        offset: usize,
    ) -> Result<Var<'t>, DataError> {
        match self {
            Self::None => Ok(x),
            Self::Sinusoidal => {
                Ok(SinusoidalPositions::new(DIM).forward(x, offset))
            }
            Self::Learned(positions) => positions.forward(x, offset),
        }
    }
}
