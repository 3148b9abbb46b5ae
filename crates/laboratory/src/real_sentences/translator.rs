//! A vocabulary and a model, which translate.

use std::path::Path;

use attention::data::{EOS, Padded, normalize};
use attention::encoder_decoder::{BeamSearch, Translation};
use attention::newer_transformer::Subwords;
use thiserror::Error;

use super::{Model, ROUNDED, rounded, shipped};
use crate::saved::TrainedError;

/// A model with its vocabulary.
pub struct Translator {
    /// From text to tokens and back.
    pub subwords: Subwords,
    /// From tokens to tokens.
    pub model: Model,
}

/// A translation with its tokens.
#[derive(Clone, Debug, PartialEq)]
pub struct Translated {
    /// The tokens of the source, including the end.
    pub source: Vec<usize>,
    /// The tokens that were written, without the end.
    pub target: Vec<usize>,
    /// The translation.
    pub text: String,
    /// The log probability of the translation.
    pub log_probability: f64,
}

/// A sentence that is too long to translate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a sentence of {0} tokens is too long; the model reads at most {MOST_TOKENS}")]
pub struct TooLong(pub usize);

/// The most tokens of a source; no sentence of the training is longer.
pub const MOST_TOKENS: usize = 160;

/// The number of sentences in a batch.
const BATCH: usize = 64;

/// How strongly a [search](Translator::search) prefers long sentences.
const LENGTH_EXPONENT: f64 = 1.0;

/// Returns the translator of the book.
///
/// # Errors
///
/// [`TrainedError`] if the file was damaged when the crate was compiled.
pub fn translator() -> Result<Translator, TrainedError> {
    let damaged = || TrainedError::Damaged { path: Path::new("models").join(ROUNDED) };
    Translator::from_rounded(shipped()).ok_or_else(damaged)
}

/// Returns the tokens of a source, including the end.
///
/// # Errors
///
/// [`TooLong`] for more than [`MOST_TOKENS`].
pub fn encode(subwords: &Subwords, text: &str) -> Result<Vec<usize>, TooLong> {
    let tokens = subwords.encode(normalize(text).trim());
    match tokens.len() {
        ..=MOST_TOKENS => Ok(tokens),
        len => Err(TooLong(len)),
    }
}

/// Returns the maximum number of tokens of a translation.
pub fn most_steps(source: &[usize]) -> usize {
    2 * source.len() + 10
}

/// Returns the settings of a [search](Translator::search) of this width.
pub fn beam_settings(source: &[usize], width: usize) -> BeamSearch {
    let max_steps = most_steps(source);
    BeamSearch { width, length_exponent: LENGTH_EXPONENT, max_steps, end: EOS }
}

impl Translator {
    /// Reads what [`round`](super::round) has written, or returns `None` if it is damaged.
    pub fn from_rounded(bytes: &[u8]) -> Option<Self> {
        let (subwords, model) = rounded(bytes)?;
        Some(Self { subwords, model: Model::new(model) })
    }

    /// Translates sentences by choosing the most probable token at each step.
    ///
    /// # Errors
    ///
    /// [`TooLong`] for the first sentence that is.
    pub fn translate_all(&self, texts: &[&str]) -> Result<Vec<Translated>, TooLong> {
        let sources = texts.iter().map(|text| encode(&self.subwords, text));
        let sources: Vec<Vec<usize>> = sources.collect::<Result<_, _>>()?;
        // Sentences of similar lengths need little padding.
        let mut order: Vec<usize> = (0..sources.len()).collect();
        order.sort_by_key(|&place| sources[place].len());
        let mut translated = Vec::with_capacity(sources.len());
        for places in order.chunks(BATCH) {
            let batch: Vec<_> = places.iter().map(|&place| sources[place].clone()).collect();
            let padded = self.padded(&batch);
            let most: Vec<_> = batch.iter().map(|source| most_steps(source)).collect();
            let written = self.model.greedy(&padded, &most);
            let places = places.iter().copied();
            translated.extend(places.zip(batch.into_iter().zip(written)));
        }
        translated.sort_by_key(|(place, _)| *place);
        let translated = translated.into_iter().map(|(_, (source, written))| {
            let Translation { tokens, log_probability, .. } = written;
            self.decoded(source, tokens, log_probability)
        });
        Ok(translated.collect())
    }

    /// Returns translations of a sentence that a beam search of this width finds, the best first.
    ///
    /// # Errors
    ///
    /// [`TooLong`] if the sentence is.
    ///
    /// # Panics
    ///
    /// If the width is 0.
    #[track_caller]
    pub fn search(&self, text: &str, width: usize) -> Result<Vec<Translated>, TooLong> {
        let source = encode(&self.subwords, text)?;
        let settings = beam_settings(&source, width);
        let found =
            self.model.search(&self.padded(std::slice::from_ref(&source)), &settings).into_iter();
        let decoded =
            found.map(|found| self.decoded(source.clone(), found.tokens, found.log_probability));
        Ok(decoded.collect())
    }

    fn padded(&self, sources: &[Vec<usize>]) -> Padded {
        Padded::new(sources, self.subwords.vocab()).expect("each source has at least its end")
    }

    fn decoded(&self, source: Vec<usize>, target: Vec<usize>, log_probability: f64) -> Translated {
        let bytes = self.subwords.decode(&target);
        let text = String::from_utf8_lossy(&bytes).into_owned();
        Translated { source, target, text, log_probability }
    }
}
