//! The language model, which writes texts.

use std::cell::OnceCell;
use std::thread::LocalKey;

use attention::data::{BOS, LENGTH_BANDS, detokenize, translations};
use attention::nn::{Module, init};
use attention::transformer::{Config, LanguageModel, Sampling};

use super::{Trained, trained_transformer};
use crate::prelude::*;

/// A language model with its tokens, by index.
#[derive(Clone, Debug)]
pub(crate) struct Writer {
    model: LanguageModel,
    tokens: Vec<String>,
}

thread_local! {
    static GIVEN: OnceCell<Writer> = const { OnceCell::new() };
}

impl Trained for Writer {
    const NAME: &'static str = "transformer";

    fn given() -> &'static LocalKey<OnceCell<Self>> {
        &GIVEN
    }

    fn shipped() -> (Self, Vec<usize>) {
        let trained = trained_transformer();
        let tokens = trained.words().tokens().to_vec();
        let settings = trained.card.settings;
        let sizes = vec![settings.hidden, settings.heads, settings.feed_forward, settings.blocks];
        (Writer { model: trained.language_model, tokens }, sizes)
    }

    fn untrained(sizes: &[usize], lines: &mut dyn Iterator<Item = Vec<String>>) -> Option<Self> {
        let &[hidden, heads, feed_forward, blocks] = sizes else {
            return None;
        };
        let tokens = lines.next()?;
        let config = Config { feed_forward, blocks, ..Config::new(hidden, heads) };
        let model = LanguageModel::new(&config, tokens.len(), &mut *init::placeholder()).ok()?;
        Some(Writer { model, tokens })
    }

    fn tokens(&self) -> Vec<&[String]> {
        vec![&self.tokens]
    }

    fn module(&self) -> &dyn Module {
        &self.model
    }
}

impl Writer {
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
        let text = Tokens::new(Array1::from(ids).insert_axis(Axis(0)), self.tokens.len());
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
        let count = words.len();
        if written.len() == MAX_TOKENS {
            format!("Cut off after {count} tokens: “{text} …”.")
        } else if count > *LENGTH_BANDS[LENGTH_BANDS.len() - 1].end() {
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
