//! Texts of the book's language model, written from guesses.

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use attention::data::{BOS, Vocabularies};
use attention::encoder_decoder::Experiment;
use attention::price_of_a_token::{Bigrams, NextToken, WithCache, speculate};
use attention::transformer::{LanguageModel, Sampling};

use crate::saved::Problem;
use crate::transformer::{texts, trained};

/// Texts written from guesses.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpeculationRun {
    /// The number of guesses in a round.
    pub guesses: usize,
    /// The seed of the texts.
    pub seed: u64,
    /// The number of texts.
    pub texts: usize,
    /// The number of their tokens, `<eos>` included.
    pub tokens: usize,
    /// The number of calls of the language model.
    pub calls: usize,
    /// The number of guesses that were checked.
    pub checked: usize,
    /// The number of guesses that were accepted.
    pub accepted: usize,
    /// The mean of the sums of min(p, q) over all positions of the texts.
    pub overlap: f64,
}

/// Writes texts with a language model and a draft, of at most 40 tokens each.
///
/// # Panics
///
/// If there are no texts.
pub fn speculate_texts(
    model: &LanguageModel,
    draft: &Bigrams,
    guesses: usize,
    texts: usize,
    seed: u64,
) -> SpeculationRun {
    let rng = &mut ChaCha8Rng::seed_from_u64(seed);
    let mut run = SpeculationRun { guesses, seed, texts, ..SpeculationRun::default() };
    let start = || {
        let target = WithCache::new(model, Sampling::default());
        (target, draft.clone())
    };
    for _ in 0..texts {
        let (mut target, mut draft) = start();
        let text = speculate(&mut target, &mut draft, guesses, 40, rng);
        run.tokens += text.tokens.len();
        run.calls += text.calls;
        run.checked += text.checked;
        run.accepted += text.accepted;
        let (mut target, mut draft) = start();
        let before = text.tokens.len() - 1; // of the last token
        let read = [&[BOS], &text.tokens[..before]].concat();
        let (p, q) = (target.read(&read), draft.read(&read));
        let least = p.iter().zip(&q).map(|(p, q)| p.min(*q) as f64);
        run.overlap += least.sum::<f64>();
    }
    run.overlap /= run.tokens as f64;
    run
}

/// Writes texts with the language model and the pairs of the book.
pub(super) fn of_the_book(guesses: usize, seed: u64) -> Result<SpeculationRun, Problem> {
    let book = trained()?;
    let draft = bigrams_of_the_book(&book.transformer.vocabularies);
    let model = &book.language_model;
    Ok(speculate_texts(model, &draft, guesses, 500, seed))
}

/// Counts the pairs in the sentences that the language model of the book learned from.
pub fn bigrams_of_the_book(words: &Vocabularies) -> Bigrams {
    let experiment = Experiment::of_the_book();
    let texts = texts(&experiment, &experiment.training).into_iter();
    let texts = texts.map(|text| [vec![BOS], text.target].concat()); // .., EOS
    Bigrams::counted(&texts.collect::<Vec<_>>(), words.source.len())
}
