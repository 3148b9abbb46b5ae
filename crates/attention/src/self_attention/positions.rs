//! How a model is told where a token stands.

use rand::Rng;

use super::DIM;
use crate::nn::{DataError, LearnedPositions, SinusoidalPositions};
use crate::tape::Var;

/// How a model is told where a token stands.
#[derive(Clone, Debug)]
pub enum Positions {
    /// Not at all.
    None,
    /// By sines and cosines.
    Sinusoidal,
    /// By a learned vector for each position.
    Learned(LearnedPositions),
}

impl Positions {
    /// Random vectors for so many positions.
    pub fn learned(max_len: usize, rng: &mut impl Rng) -> Self {
        Self::Learned(LearnedPositions::new(max_len, DIM, rng))
    }

    /// What a model sees of the tokens. The first one stands at position `offset`.
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
