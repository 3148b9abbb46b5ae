//! The translator with attention.

use std::cell::OnceCell;

use attention::bahdanau::Bahdanau;
use attention::data::{BOS, EOS, Padded};
use attention::encoder_decoder::{EncoderDecoder, RecurrentConfig};

use super::{Parts, fill};
#[cfg(feature = "frames")]
use super::{pack, trained_recurrent};
use crate::prelude::*;

/// The chapter of the model.
pub(super) const NAME: &str = "bahdanau";

/// A translator with its tokens.
#[derive(Clone, Debug)]
pub(crate) struct Trained {
    pub(crate) model: Bahdanau,
    /// The tokens of both languages, by index.
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

/// A sentence and its translation, as tokens.
pub(crate) struct Translated {
    pub(crate) source: Vec<String>,
    pub(crate) target: Vec<String>,
    pub(crate) log_probability: f64,
    /// `[queries, keys]`.
    pub(crate) weights: Array2<Real>,
}

thread_local! {
    static TRAINED: OnceCell<Trained> = const { OnceCell::new() };
}

/// Takes the translator from its packed form, unless there is one. Returns none if it is damaged.
pub fn give_translator(packed: &[u8]) -> Option<()> {
    let trained = Trained::unpack(packed)?;
    TRAINED.with(|given| {
        given.get_or_init(|| trained);
    });
    Some(())
}

/// Calls a function with the translator.
pub(crate) fn with_trained<T>(call: impl FnOnce(&Trained) -> T) -> T {
    TRAINED.with(|given| call(given.get_or_init(shipped)))
}

#[cfg(feature = "frames")]
pub(super) fn packed() -> Vec<u8> {
    let settings = trained_recurrent().card.settings;
    let sizes = [settings.embed, settings.hidden, settings.layers];
    let Trained { model, source, target } = shipped();
    pack(NAME, &sizes, &[&source, &target], &model)
}

#[cfg(feature = "frames")]
fn shipped() -> Trained {
    let translator = trained_recurrent().bahdanau;
    Trained {
        model: translator.model,
        source: translator.vocabularies.source.tokens().to_vec(),
        target: translator.vocabularies.target.tokens().to_vec(),
    }
}

// The compiled-in files would be in the module.
#[cfg(not(feature = "frames"))]
fn shipped() -> Trained {
    panic!("a page gives the model before it asks");
}

impl Trained {
    fn unpack(packed: &[u8]) -> Option<Trained> {
        let mut parts = Parts::of(NAME, packed)?;
        let sizes = parts.sizes()?;
        let &[embed, hidden, layers] = &*sizes else {
            return None;
        };
        let [source, target] = [parts.words()?, parts.words()?];
        let config = RecurrentConfig::new(source.len(), target.len());
        let config = config.sizes(embed, hidden).layers(layers);
        let model = Bahdanau::new(&config, &mut rng(0));
        fill(&model, parts.rest)?;
        Some(Trained { model, source, target })
    }

    /// Translates a sentence of known words. Undisturbed, it does what `Translator::translate`
    /// does, which reads any text.
    pub(crate) fn translate(&self, words: &[&str], perturbation: &Perturbation<'_>) -> Translated {
        let words: Vec<_> = words.iter().chain(&["<eos>"]).collect();
        let find = |tokens: &[String], word: &str| {
            let found = tokens.iter().position(|token| token == word);
            found.unwrap_or_else(|| panic!("an unknown word: {word}"))
        };
        let ids = words.iter().map(|word| find(&self.source, word));
        let ids: Vec<usize> = ids.collect();
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
            target,
            log_probability,
            weights: weights.expect("a row for each token"),
        }
    }
}

/// Returns the index of the largest number, the first of several equal ones.
fn most_likely(numbers: &Array1<Real>) -> usize {
    let numbers = numbers.iter().enumerate();
    let best = numbers.reduce(|best, next| if next.1 > best.1 { next } else { best });
    best.expect("a vocabulary has tokens").0
}

#[cfg(test)]
mod tests;
