//! Random sequences whose answers depend on order.

use ndarray::Array2;
use rand::seq::SliceRandom;
use rand::{Rng, RngExt};

/// Marks a position without a target.
pub const NO_TARGET: usize = usize::MAX;
/// The number of different tokens in [`previous_token`] and [`last_write`].
pub const VOCAB: usize = 8;
/// The tokens of [`last_write`] that write, from 0; the others are noise.
pub const WRITES: usize = 4;
/// The number of different tokens in [`repeats`].
pub const REPEATED_VOCAB: usize = 32;

/// Sequences with a target for each token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Examples {
    /// `[batch, len]`
    pub tokens: Array2<usize>,
    /// The answer at each position, or [`NO_TARGET`]: `[batch, len]`
    pub targets: Array2<usize>,
}

impl Examples {
    /// Returns the number of positions with a target.
    pub fn targets(&self) -> usize {
        let targets = self.targets.iter();
        targets.filter(|&&target| target != NO_TARGET).count()
    }
}

/// Returns random tokens; the answer is the token before each, and the first has none.
pub fn previous_token(batch: usize, len: usize, rng: &mut dyn Rng) -> Examples {
    let tokens = Array2::from_shape_simple_fn((batch, len), || rng.random_range(0..VOCAB));
    let targets = Array2::from_shape_fn((batch, len), |(row, at)| match at {
        0 => NO_TARGET,
        _ => tokens[[row, at - 1]],
    });
    Examples { tokens, targets }
}

/// Returns tokens that write one of four values or do nothing; the answer is the value that was
/// written last.
///
/// Each token writes with probability 1/5. Positions before the first write have no target.
///
/// # Source
///
/// A variant of Liu et al. (2023), *Exposing attention glitches with flip-flop language modeling*.
///
/// # Example
///
/// ```
/// use laboratory::tasks::{WRITES, last_write};
/// use rand::{SeedableRng, rngs::ChaCha8Rng};
///
/// let examples = last_write(1, 50, &mut ChaCha8Rng::seed_from_u64(0));
/// let written = examples.tokens.iter().filter(|&&token| token < WRITES).last();
/// assert_eq!(examples.targets.iter().last(), written);
/// ```
pub fn last_write(batch: usize, len: usize, rng: &mut dyn Rng) -> Examples {
    let tokens = Array2::from_shape_simple_fn((batch, len), || match rng.random_bool(0.2) {
        true => rng.random_range(0..WRITES),
        false => rng.random_range(WRITES..VOCAB),
    });
    let mut targets = tokens.clone();
    for mut row in targets.rows_mut() {
        let mut last = NO_TARGET;
        for target in &mut row {
            if *target < WRITES {
                last = *target;
            }
            *target = last;
        }
    }
    Examples { tokens, targets }
}

/// Returns sequences of 8 to 20 distinct tokens that are repeated up to the length; the answer is
/// the next token.
///
/// The first round has no targets, because nothing predicts it.
pub fn repeats(batch: usize, len: usize, rng: &mut dyn Rng) -> Examples {
    let mut tokens = Array2::zeros((batch, len));
    let mut targets = Array2::from_elem((batch, len), NO_TARGET);
    let mut order: Vec<usize> = (0..REPEATED_VOCAB).collect();
    for row in 0..batch {
        order.shuffle(rng);
        let period = rng.random_range(8..=20);
        for at in 0..len {
            tokens[[row, at]] = order[at % period];
            if at + 1 >= period {
                targets[[row, at]] = order[(at + 1) % period];
            }
        }
    }
    Examples { tokens, targets }
}
