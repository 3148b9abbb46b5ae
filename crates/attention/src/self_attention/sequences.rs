//! Random sequences, and what stands before each of their tokens.

use ndarray::Array2;
use rand::{Rng, RngExt};

use crate::Real;

/// How many different tokens there are.
pub const VOCAB: usize = 8;

/// The most that a model can reach on average that does not know where tokens stand.
///
/// For such a model each of the other tokens is equally likely to be the one before, so the best
/// guess is the token that is the most frequent among them.
///
/// # Panics
///
/// If `len` is below 2 or there are no sequences.
///
/// # Example
///
/// ```
/// use attention::self_attention::best_guess;
/// use rand::{SeedableRng, rngs::ChaCha8Rng};
///
/// let rng = &mut ChaCha8Rng::seed_from_u64(0);
/// assert_eq!(best_guess(2, 10, rng), 1.0); // the other token is the one before
/// assert!(best_guess(16, 1000, rng) < 0.3);
/// ```
#[track_caller]
pub fn best_guess(
    len: usize,
    sequences: usize,
    rng: &mut impl Rng,
) -> Real {
    assert!(
        len > 1 && sequences > 0,
        "best_guess: [{sequences}, {len}]"
    );
    let mut likely = 0; // how often the most frequent other token stands there
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

/// Random sequences: `[batch, len]`.
pub(super) fn draw(
    batch: usize,
    len: usize,
    rng: &mut impl Rng,
) -> Array2<usize> {
    Array2::from_shape_simple_fn((batch, len), || {
        rng.random_range(0..VOCAB)
    })
}

/// In the place of a target that does not exist.
pub(super) const NO_TARGET: usize = usize::MAX;

/// The token before each token, and none before the first: `[batch, len]`.
pub(super) fn previous(sequences: &Array2<usize>) -> Array2<usize> {
    Array2::from_shape_fn(sequences.dim(), |(sequence, place)| {
        match place {
            0 => NO_TARGET,
            _ => sequences[[sequence, place - 1]],
        }
    })
}
