//! The language model, which writes texts.

use std::cell::OnceCell;

use attention::data::{BOS, LENGTH_BANDS, detokenize, translations};
use attention::transformer::{Config, LanguageModel, Sampling};

use super::{Parts, fill};
#[cfg(feature = "frames")]
use super::{pack, trained_transformer};
use crate::prelude::*;

/// The chapter of the model.
pub(super) const NAME: &str = "transformer";

/// A language model with its tokens.
#[derive(Clone, Debug)]
pub(crate) struct Writer {
    model: LanguageModel,
    /// By index.
    tokens: Vec<String>,
}

thread_local! {
    static WRITER: OnceCell<Writer> = const { OnceCell::new() };
}

/// Takes the language model from its packed form, unless there is one. Returns none if it is
/// damaged.
pub fn give_writer(packed: &[u8]) -> Option<()> {
    let writer = Writer::unpack(packed)?;
    WRITER.with(|given| {
        given.get_or_init(|| writer);
    });
    Some(())
}

/// Calls a function with the language model.
pub(crate) fn with_writer<T>(call: impl FnOnce(&Writer) -> T) -> T {
    WRITER.with(|given| call(given.get_or_init(shipped)))
}

#[cfg(feature = "frames")]
pub(super) fn packed() -> Vec<u8> {
    let settings = trained_transformer().card.settings;
    let sizes = [settings.hidden, settings.heads, settings.feed_forward, settings.blocks];
    let Writer { model, tokens } = shipped();
    pack(NAME, &sizes, &[&tokens], &model)
}

#[cfg(feature = "frames")]
fn shipped() -> Writer {
    let trained = trained_transformer();
    Writer { tokens: trained.words().tokens().to_vec(), model: trained.language_model }
}

// The compiled-in files would be in the module.
#[cfg(not(feature = "frames"))]
fn shipped() -> Writer {
    panic!("a page gives the model before it asks");
}

impl Writer {
    fn unpack(packed: &[u8]) -> Option<Writer> {
        let mut parts = Parts::of(NAME, packed)?;
        let sizes = parts.sizes()?;
        let &[hidden, heads, feed_forward, blocks] = &*sizes else {
            return None;
        };
        let tokens = parts.words()?;
        let config = Config { feed_forward, blocks, ..Config::new(hidden, heads) };
        let model = LanguageModel::new(&config, tokens.len(), &mut rng(0)).ok()?;
        fill(&model, parts.rest)?;
        Some(Writer { model, tokens })
    }

    /// Returns the token of an index.
    pub(crate) fn token(&self, index: usize) -> &str {
        &self.tokens[index]
    }

    fn ids(&self, words: &[&str]) -> Vec<usize> {
        let known = |word: &&str| self.tokens.iter().position(|token| token == word);
        let ids: Vec<usize> = words.iter().flat_map(known).collect();
        assert_eq!(ids.len(), words.len(), "an unknown word in {words:?}");
        ids
    }

    /// Returns the logits of the token after these words, `[vocab]`.
    pub(crate) fn next(&self, words: &[&str]) -> Array1<Real> {
        let ids = [&[BOS][..], &self.ids(words)].concat();
        let last = ids.len() - 1;
        let ids = Array1::from(ids).insert_axis(Axis(0));
        let text = Tokens::new(ids, self.tokens.len());
        let text = text.expect("the words are in the vocabulary");
        let tape = Tape::new(Mode::Eval, 0);
        let logits = self.model.predict(&tape, &text).logits;
        Array1::from_iter(logits.index(1, last).value())
    }

    /// Continues a text, and says whether the grammar of the book can draw it.
    pub(crate) fn write(&self, words: &[&str], sampling: &Sampling, seed: u64) -> String {
        const MAX_TOKENS: usize = 20;
        let ids = self.ids(words);
        let written = self.model.generate(&ids, MAX_TOKENS, sampling, &mut rng(seed));
        let written = written.expect("the words are in the vocabulary");
        let words: Vec<&str> = ids.iter().chain(&written).map(|id| self.token(*id)).collect();
        let text = detokenize(&words);
        if written.len() == MAX_TOKENS {
            format!("Cut off after {} tokens: “{text} …”.", words.len())
        } else if words.len() > *LENGTH_BANDS[LENGTH_BANDS.len() - 1].end() {
            let count = words.len();
            format!("Too long for the grammar, with {count} tokens: “{text}”")
        } else if translations(&words).is_empty() {
            format!("Not a sentence of the grammar: “{text}”")
        } else {
            format!("A sentence of the grammar: “{text}”")
        }
    }
}

#[cfg(test)]
mod tests;
