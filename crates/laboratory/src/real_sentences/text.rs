//! Real sentences as tokens for training and evaluation.

use std::collections::BTreeSet;

use attention::data::{Corpus, CorpusError, Example, Pair, normalize};
use attention::newer_transformer::{BytePairs, Subwords};
use thiserror::Error;

use super::Settings;

/// Sentences, split, with the vocabulary that was learned from the training part.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// The name of the file with the sentences.
    pub name: String,
    /// The SHA-256 of the file.
    pub sha256: String,
    /// The vocabulary of both languages.
    pub subwords: Subwords,
    /// The pairs to learn from.
    pub examples: Vec<Example>,
    /// The sentences whose loss is watched during training.
    pub validation: Corpus,
    /// Their pairs.
    pub validation_examples: Vec<Example>,
    /// The sentences of the scores, which nothing else reads.
    pub test: Corpus,
}

/// Sentences from which no translator can learn.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PrepareError {
    /// There are too few sentences.
    #[error(transparent)]
    Corpus(#[from] CorpusError),
    /// The vocabulary has no room for all bytes.
    #[error("a vocabulary of {vocab} tokens is smaller than {least}")]
    Vocabulary {
        /// The tokens.
        vocab: usize,
        /// The reserved tokens and the bytes.
        least: usize,
    },
}

impl Prepared {
    /// Splits pairs by their English sentence, so that no sentence of a part is in another one, and
    /// learns the vocabulary of the training sentences.
    ///
    /// # Errors
    ///
    /// [`PrepareError`] if there are too few sentences, or if the vocabulary is too small.
    pub fn new(
        name: impl Into<String>,
        sha256: impl Into<String>,
        pairs: Vec<Pair>,
        held_out: usize,
        settings: &Settings,
    ) -> Result<Self, PrepareError> {
        let bytes = Subwords(BytePairs::bytes()).vocab();
        let Some(merges) = settings.vocab.checked_sub(bytes) else {
            return Err(PrepareError::Vocabulary { vocab: settings.vocab, least: bytes });
        };
        let pairs = pairs.into_iter();
        let pairs = pairs.map(|pair| Pair { source: normalize(&pair.source), ..pair });
        let (rest, test) = Corpus::as_written(pairs).split(held_out, 0)?;
        let (all, validation) = rest.split(held_out, 1)?;
        let unread = 100_usize.saturating_sub(settings.percent);
        let (training, _) = all.split(all.sentences().len() * unread / 100, 2)?;
        let sources: BTreeSet<_> = training.pairs().map(|(source, _)| source).collect();
        let targets = training.pairs().map(|(_, target)| target);
        let texts: Vec<_> = sources.into_iter().chain(targets).collect();
        let subwords = Subwords(BytePairs::train(&texts.join("\n"), merges));
        Ok(Self {
            name: name.into(),
            sha256: sha256.into(),
            examples: examples(&subwords, &training),
            validation_examples: examples(&subwords, &validation),
            subwords,
            validation,
            test,
        })
    }

    /// Describes the sentences for a card.
    pub fn description(&self) -> super::Corpus {
        super::Corpus {
            name: self.name.clone(),
            sha256: self.sha256.clone(),
            pairs: self.examples.len(),
            tokens: self.examples.iter().map(|example| example.target.len()).sum(),
            validation: self.validation.sentences().len(),
            test: self.test.sentences().len(),
        }
    }
}

fn examples(subwords: &Subwords, corpus: &Corpus) -> Vec<Example> {
    let pairs = corpus.pairs();
    let pairs = pairs.map(|(source, target)| Example {
        source: subwords.encode(source),
        target: subwords.encode(target),
    });
    pairs.collect()
}
