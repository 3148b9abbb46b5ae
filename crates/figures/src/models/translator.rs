//! The translator with attention.

use std::cell::OnceCell;
use std::thread::LocalKey;

use attention::bahdanau::Bahdanau;
use attention::data::{BOS, EOS, Padded, Vocabularies, detokenize};
use attention::encoder_decoder::{EncoderDecoder, RecurrentConfig, Translated};
use attention::nn::{Module, init};

use super::{Trained, trained_recurrent};
use crate::prelude::*;

/// A translator with the tokens of both languages, by index.
#[derive(Clone, Debug)]
pub(crate) struct Translator {
    pub(crate) model: Bahdanau,
    source: Vec<String>,
    target: Vec<String>,
}

/// An intervention in a translation.
#[derive(Clone, Debug, Default)]
pub(crate) struct Perturbation<'a> {
    /// How many positions later the state lies that a weight multiplies.
    pub(crate) shift: usize,
    /// The first token, if the model does not choose it.
    pub(crate) first: Option<&'a str>,
}

thread_local! {
    static GIVEN: OnceCell<Translator> = const { OnceCell::new() };
}

impl Trained for Translator {
    const NAME: &'static str = "bahdanau";

    fn given() -> &'static LocalKey<OnceCell<Self>> {
        &GIVEN
    }

    fn shipped() -> (Self, Vec<usize>) {
        let trained = trained_recurrent();
        let (translator, settings) = (trained.bahdanau, trained.card.settings);
        let Vocabularies { source, target } = translator.vocabularies;
        let [source, target] = [source, target].map(|all| all.tokens().to_vec());
        let sizes = vec![settings.embed, settings.hidden, settings.layers];
        (Translator { model: translator.model, source, target }, sizes)
    }

    fn untrained(sizes: &[usize], lines: &mut dyn Iterator<Item = Vec<String>>) -> Option<Self> {
        let &[embed, hidden, layers] = sizes else {
            return None;
        };
        let (source, target) = (lines.next()?, lines.next()?);
        let config = RecurrentConfig::new(source.len(), target.len());
        let model =
            Bahdanau::new(&config.sizes(embed, hidden).layers(layers), &mut *init::placeholder());
        Some(Translator { model, source, target })
    }

    fn tokens(&self) -> Vec<&[String]> {
        vec![&self.source, &self.target]
    }

    fn module(&self) -> &dyn Module {
        &self.model
    }
}

impl Translator {
    /// Translates a sentence of known words. Without a perturbation, it does what the translator of
    /// the crate does, which reads any text.
    pub(crate) fn translate(&self, words: &[&str], perturbation: &Perturbation<'_>) -> Translated {
        let words: Vec<_> = words.iter().chain(&["<eos>"]).collect();
        let find = |tokens: &[String], word: &str| {
            let found = tokens.iter().position(|token| token == word);
            found.unwrap_or_else(|| panic!("an unknown word: {word}"))
        };
        let ids: Vec<usize> = words.iter().map(|word| find(&self.source, word)).collect();
        let (keys, most) = (ids.len(), 2 * ids.len() + 10);
        let source = Padded::new(&[ids], self.source.len());
        let source = source.expect("the tokens are in the vocabulary");

        let tape = Tape::new(Mode::Eval, 0);
        let mut state = self.model.start(&tape, &source);
        let order = (0..keys).map(|key| (key + perturbation.shift) % keys);
        let values = &mut state.memory.values;
        *values = values.select(1, &Vec::from_iter(order));
        let (mut last, mut log_probability) = (BOS, 0.0);
        let (mut target, mut weights) = (Vec::new(), Vec::new());
        while target.len() < most && last != EOS {
            let token = Tokens::new(array![last], self.target.len());
            let token = token.expect("the token is in the vocabulary");
            let (step, next) = self.model.step(&tape, &token, &state);
            let logs = Array1::from_iter(step.logits.log_softmax().value());
            last = match perturbation.first {
                Some(first) if target.is_empty() => find(&self.target, first),
                _ => most_likely(&logs),
            };
            log_probability += f64::from(logs[last]);
            target.push(self.target[last].clone());
            weights.extend(step.weights.expect("the model has attention").value());
            state = next;
        }
        let weights = Array2::from_shape_vec((target.len(), keys), weights);
        Translated {
            source: words.into_iter().map(ToString::to_string).collect(),
            text: text(&target),
            target,
            log_probability,
            weights: Some(weights.expect("a row for each token")),
        }
    }
}

/// Joins all tokens but the end.
pub(crate) fn text(tokens: &[String]) -> String {
    let end = tokens.iter().position(|token| token == "<eos>");
    detokenize(&tokens[..end.unwrap_or(tokens.len())])
}

/// Returns the index of the largest number, the first of several equal ones.
fn most_likely(numbers: &Array1<Real>) -> usize {
    let numbers = numbers.iter().enumerate();
    let best = numbers.reduce(|best, next| if next.1 > best.1 { next } else { best });
    best.expect("a vocabulary has tokens").0
}

#[cfg(test)]
mod tests;
