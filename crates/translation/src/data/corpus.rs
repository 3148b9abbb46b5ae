//! Sentences and all their correct translations.

mod error;
mod sentence;

use std::collections::{HashMap, HashSet};

use rand::seq::SliceRandom;
use rand::{SeedableRng, rngs::ChaCha8Rng};

use super::grammar::Meaning;
use super::tokenizer::{detokenize, tokenize};

pub use error::{CorpusError, MOST_GENERATED};
pub use sentence::{Pair, Sentence};

/// Distinct source sentences with their translations.
///
/// # Example
///
/// ```
/// use attention::data::{Corpus, CorpusError};
///
/// let corpus = Corpus::generated(1_000, 0)?;
/// let (training, held_out) = corpus.split(100, 0)?;
/// assert_eq!((training.sentences().len(), held_out.sentences().len()), (900, 100));
/// assert_eq!(training.pair_count() + held_out.pair_count(), corpus.pair_count());
/// # Ok::<(), CorpusError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Corpus {
    sentences: Vec<Sentence>,
}

impl Corpus {
    /// Draws distinct English sentences with all their French translations from the grammar of
    /// [this module](crate::data).
    ///
    /// The same arguments lead to the same corpus on every machine, and a larger corpus starts with
    /// the smaller one. About a fifth of the sentences is in each of the
    /// [`LENGTH_BANDS`](super::LENGTH_BANDS). The shortest band has less, because few sentences
    /// exist and repeated ones are skipped.
    ///
    /// # Errors
    ///
    /// [`CorpusError::TooMany`] for more than [`MOST_GENERATED`] sentences.
    pub fn generated(
        sources: usize,
        seed: u64,
    ) -> Result<Self, CorpusError> {
        if sources > MOST_GENERATED {
            let most = MOST_GENERATED;
            return Err(CorpusError::TooMany { sources, most });
        }
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut seen = HashSet::new();
        let mut sentences = Vec::with_capacity(sources);
        while sentences.len() < sources {
            let meaning = Meaning::draw(&mut rng);
            let source = detokenize(&meaning.english());
            if seen.insert(source.clone()) {
                sentences.push(Sentence {
                    source,
                    translations: meaning.translations(),
                });
            }
        }
        Ok(Self { sentences })
    }

    /// Groups pairs by source, in the order of the first occurrence.
    ///
    /// Both sides are [tokenized](tokenize) first, so *Go.* and *go .* are the same sentence.
    /// Repeated translations are kept once.
    pub fn from_pairs(pairs: impl IntoIterator<Item = Pair>) -> Self {
        Self::grouped(pairs, |text| detokenize(&tokenize(text)))
    }

    /// Groups pairs by source like [`from_pairs`](Corpus::from_pairs), and keeps all texts as they
    /// are written; of sources that are the same sentence, the first.
    pub fn as_written(pairs: impl IntoIterator<Item = Pair>) -> Self {
        Self::grouped(pairs, str::to_owned)
    }

    fn grouped(
        pairs: impl IntoIterator<Item = Pair>,
        kept: impl Fn(&str) -> String,
    ) -> Self {
        let mut places = HashMap::new();
        let mut sentences: Vec<Sentence> = Vec::new();
        let mut seen = HashSet::new();
        for Pair { source, target } in pairs {
            let place = *places
                .entry(tokenize(&source))
                .or_insert(sentences.len());
            if place == sentences.len() {
                sentences.push(Sentence {
                    source: kept(&source),
                    translations: Vec::new(),
                });
            }
            let target = kept(&target);
            if seen.insert((place, target.clone())) {
                sentences[place].translations.push(target);
            }
        }
        Self { sentences }
    }

    /// Returns the sentences in order.
    pub fn sentences(&self) -> &[Sentence] {
        &self.sentences
    }

    /// Returns the number of pairs of a sentence and one of its translations.
    pub fn pair_count(&self) -> usize {
        self.pairs().count()
    }

    /// Returns an iterator over each sentence with each of its translations.
    pub fn pairs(&self) -> impl Iterator<Item = (&str, &str)> {
        self.sentences.iter().flat_map(|sentence| {
            let translations = sentence.translations.iter();
            translations.map(|target| {
                (sentence.source.as_str(), target.as_str())
            })
        })
    }

    /// Splits the sentences into training data and held-out sentences.
    ///
    /// A sentence is held out with all its translations, so the source does not occur in training.
    /// A translation of it may occur there, if another source has the same. Both parts keep the
    /// order of the corpus.
    ///
    /// # Errors
    ///
    /// [`CorpusError::HeldOut`] if no sentence would be left for training.
    pub fn split(
        &self,
        held_out: usize,
        seed: u64,
    ) -> Result<(Self, Self), CorpusError> {
        let sentences = self.sentences.len();
        if held_out >= sentences {
            return Err(CorpusError::HeldOut { held_out, sentences });
        }
        let mut order: Vec<usize> = (0..sentences).collect();
        order.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));
        let pick = |places: &mut [usize]| {
            places.sort_unstable();
            let picked = places
                .iter()
                .map(|&place| self.sentences[place].clone());
            Self { sentences: picked.collect() }
        };
        let (held_out, training) = order.split_at_mut(held_out);
        Ok((pick(training), pick(held_out)))
    }
}
