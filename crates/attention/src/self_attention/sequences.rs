//! Random sequences, and the previous token of each token.

use ndarray::Array2;
use rand::{Rng, RngExt};

use crate::Real;

/// The number of different tokens.
pub const VOCAB: usize = 8;

/// Returns the best mean accuracy of a model that has no positions.
///
/// To such a model, each of the other tokens is equally likely to be the previous one, so the best
/// guess is the most frequent of them.
///
/// # Panics
///
/// If `len` is less than 2, or if there are no sequences.
#[track_caller]
pub fn best_guess(
    len: usize,
    sequences: usize,
    rng: &mut dyn Rng,
) -> Real {
    assert!(
        len > 1 && sequences > 0,
        "best_guess: [{sequences}, {len}]: too few sequences or tokens"
    );
    // How often the most frequent other token is the previous one
    let mut likely = 0;
    for sequence in draw(sequences, len, rng).rows() {
        let mut counts = [0; VOCAB];
        sequence.for_each(|&token| counts[token] += 1);
        for &own in sequence {
            let others = (0..VOCAB)
                .map(|token| counts[token] - usize::from(token == own));
            likely += others.max().unwrap_or(0);
        }
    }
    likely as Real / (sequences * len * (len - 1)) as Real
}

/// Returns random sequences: `[batch, len]`.
pub(super) fn draw(
    batch: usize,
    len: usize,
    rng: &mut dyn Rng,
) -> Array2<usize> {
    Array2::from_shape_simple_fn((batch, len), || {
        rng.random_range(0..VOCAB)
    })
}

/// Marks a target that does not exist.
pub(super) const NO_TARGET: usize = usize::MAX;

/// Returns the previous token of each token, and none for the first: `[batch, len]`.
pub(super) fn previous(sequences: &Array2<usize>) -> Array2<usize> {
    Array2::from_shape_fn(sequences.dim(), |(sequence, place)| {
        match place {
            0 => NO_TARGET,
            _ => sequences[[sequence, place - 1]],
        }
    })
}
