//! A corpus as indices of tokens.

use super::tokenizer::tokenize;
use super::vocabulary::{EOS, Vocabulary};
use super::{Corpus, Example};

/// The vocabularies of both languages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vocabularies {
    /// The vocabulary of the sentences to translate.
    pub source: Vocabulary,
    /// The vocabulary of their translations.
    pub target: Vocabulary,
}

impl Vocabularies {
    /// Collects the tokens of both languages that occur at least `min_frequency` times.
    ///
    /// A source counts once, for any number of translations.
    pub fn new(corpus: &Corpus, min_frequency: usize) -> Self {
        let sentences = corpus.sentences();
        let collect = |texts: Vec<Vec<String>>| {
            Vocabulary::new(
                texts.iter().map(Vec::as_slice),
                min_frequency,
            )
        };
        let sources =
            sentences.iter().map(|sentence| tokenize(&sentence.source));
        let targets =
            corpus.pairs().map(|(_, target)| tokenize(target));
        Self {
            source: collect(sources.collect()),
            target: collect(targets.collect()),
        }
    }

    /// Returns the sizes of the source and the target vocabulary.
    pub fn sizes(&self) -> [usize; 2] {
        [self.source.len(), self.target.len()]
    }

    /// Returns all pairs of a corpus in order, as indices of tokens.
    pub fn examples(&self, corpus: &Corpus) -> Vec<Example> {
        let pairs = corpus.pairs();
        let examples = pairs.map(|(source, target)| Example {
            source: self.encode_source(source),
            target: encode(&self.target, target),
        });
        examples.collect()
    }

    /// Returns the indices of the tokens of a source sentence, with [`EOS`] at the end.
    pub fn encode_source(&self, text: &str) -> Vec<usize> {
        encode(&self.source, text)
    }
}

fn encode(vocabulary: &Vocabulary, text: &str) -> Vec<usize> {
    let mut ids = vocabulary.encode(&tokenize(text));
    ids.push(EOS);
    ids
}
