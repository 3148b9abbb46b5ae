//! [Chapter 9](#ch:price-of-a-token): how far windows reach, caches of few bits, and
//! texts from guesses.

mod bits;
mod reach;
mod speculation;

use serde::{Deserialize, Serialize};

pub use bits::{BitsRun, train_copy};
pub use reach::{ReachRun, WINDOW, train_reach};
pub use speculation::{SpeculationRun, bigrams_of_the_book, speculate_texts};

use crate::saved::{Problem, Saved, TrainedError, shipped};
use crate::trials::{Trial, Trials};

/// The results of the chapter's trials.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Card {
    /// How far models with windows reach.
    pub reach: Vec<ReachRun>,
    /// Models whose cache is quantized.
    pub bits: Vec<BitsRun>,
    /// Texts from guesses.
    pub speculation: Vec<SpeculationRun>,
}

const REACH_STEPS: usize = 400;
const COPY_STEPS: usize = 600;
/// The number of texts that are copied with each kind of cache.
const COPIES: usize = 500;
/// The bits of an entry in the copies.
const BITS: [Option<u32>; 5] = [None, Some(8), Some(4), Some(3), Some(2)];
/// The numbers of guesses in a round.
const GUESSES: [usize; 4] = [1, 2, 4, 8];

/// Returns the results that the book ships, written by `cargo book train price-of-a-token`.
///
/// # Errors
///
/// [`TrainedError`] if the file in `models/` was damaged when the crate was compiled.
pub fn card() -> Result<Card, TrainedError> {
    shipped()
}

impl Saved for Card {
    type Card = Self;

    const CARD: &'static str = "price-of-a-token.json";

    fn card(&self) -> &Self {
        self
    }

    fn untrained(card: Self) -> Result<Self, Problem> {
        Ok(card)
    }
}

impl Trials for Card {
    fn trials(seeds: &[u64]) -> Vec<Trial<'static, Self>> {
        let mut trials = Vec::new();
        for layers in 1..=3 {
            trials.extend(seeds.iter().map(|&seed| {
                Trial::new(
                    format!("reach of {layers} layers, seed {seed}"),
                    move || Ok(train_reach(layers, REACH_STEPS, seed)?),
                    |card: &mut Self, run| card.reach.push(run),
                )
            }));
        }
        trials.extend(seeds.iter().map(|&seed| {
            Trial::new(
                format!("rounded caches, seed {seed}"),
                move || {
                    let model = train_copy(COPY_STEPS, seed)?;
                    Ok(bits::measure(&model, COPIES, seed))
                },
                |card: &mut Self, runs| card.bits.extend(runs),
            )
        }));
        for guesses in GUESSES {
            trials.extend(seeds.iter().map(|&seed| {
                Trial::new(
                    format!("{guesses} guesses, seed {seed}"),
                    move || speculation::of_the_book(guesses, seed),
                    |card: &mut Self, run| card.speculation.push(run),
                )
            }));
        }
        trials
    }
}

#[cfg(test)]
mod tests;
