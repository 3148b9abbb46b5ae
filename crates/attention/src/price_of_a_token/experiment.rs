//! The trainings of the chapter and their results.

pub(super) mod bits;
mod reach;
mod speculation;

use std::path::Path;

use serde::{Deserialize, Serialize};

pub use bits::{BitsRun, train_copy};
pub use reach::{ReachRun, WINDOW, train_reach};
pub use speculation::{
    SpeculationRun, bigrams_of_the_book, speculate_texts,
};

use crate::encoder_decoder::TrainedError;
use crate::shipped::shipped_file;
use crate::trials::{Trial, Trials, read_card, write_card};

/// The results of the chapter's experiments.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Experiments {
    /// How far models with windows reach.
    pub reach: Vec<ReachRun>,
    /// Models whose cache is quantized.
    pub bits: Vec<BitsRun>,
    /// Texts from guesses.
    pub speculation: Vec<SpeculationRun>,
}

const FILE: &str = "price-of-a-token.json";
const REACH_STEPS: usize = 400;
const COPY_STEPS: usize = 600;
/// The number of texts that are copied with each kind of cache.
const COPIES: usize = 500;
/// The bits of an entry in the copies.
pub(super) const BITS: [Option<u32>; 5] =
    [None, Some(8), Some(4), Some(3), Some(2)];
/// The numbers of guesses in a round.
pub(super) const GUESSES: [usize; 4] = [1, 2, 4, 8];

/// The results that the book ships, as `cargo book train price-of-a-token` has written them.
///
/// # Errors
///
/// [`TrainedError`] if the file in `models/` was damaged when the crate was compiled.
///
/// # Example
///
/// ```
/// let results = attention::price_of_a_token::experiments()?;
/// let one_layer = &results.reach[0];
/// assert!(one_layer.accuracy[4] > 0.9 && one_layer.accuracy[5] < 0.3);
/// # Ok::<(), attention::transformer::TrainedError>(())
/// ```
pub fn experiments() -> Result<Experiments, TrainedError> {
    let card = shipped_file!("price-of-a-token.json");
    read_card(&Path::new("models").join(FILE), card)
}

impl Trials for Experiments {
    const CHAPTER: &'static str = "price-of-a-token";

    fn trials(seeds: &[u64]) -> Vec<Trial<Self>> {
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

    fn save(&self, folder: &Path) -> Result<(), TrainedError> {
        write_card(&folder.join(FILE), self)
    }
}
