//! The trained translator that widgets use.
//!
//! In a program it is compiled into the companion crate. A module for browsers gets its numbers from the page,
//! in a layout of three lines of text and all parameters in the order of their module: readers of JSON and of
//! safetensors would double the size of the module.

use std::cell::OnceCell;

use attention::bahdanau::Bahdanau;
#[cfg(feature = "frames")]
use attention::bahdanau::TrainedRecurrent;
use attention::data::Padded;
use attention::encoder_decoder::{RecurrentConfig, Translation, greedy};
use attention::nn::Module;

use crate::prelude::*;

/// A translator with its tokens.
#[derive(Clone, Debug)]
pub(crate) struct Trained {
    pub(crate) model: Bahdanau,
    /// The tokens of both languages, by index.
    source: Vec<String>,
    target: Vec<String>,
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

/// Takes a packed model, unless there is one. Returns none if it is damaged.
pub fn give(packed: &[u8]) -> Option<()> {
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

/// A trained model that a page can give to a module.
#[cfg(feature = "frames")]
#[derive(Clone, Copy, Debug)]
pub struct Model {
    /// The name of its chapter.
    pub name: &'static str,
    /// Returns what [`give`] takes.
    pub packed: fn() -> Vec<u8>,
}

/// All models that pages give to modules.
#[cfg(feature = "frames")]
pub const MODELS: &[Model] = &[Model {
    name: "bahdanau",
    packed,
}];

#[cfg(feature = "frames")]
fn packed() -> Vec<u8> {
    let TrainedRecurrent { card, .. } = crate::bahdanau::shipped();
    let settings = card.settings;
    let sizes = [settings.embed, settings.hidden, settings.layers];
    shipped().pack(sizes)
}

#[cfg(feature = "frames")]
fn shipped() -> Trained {
    let translator = crate::bahdanau::shipped().bahdanau;
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
    #[cfg(feature = "frames")]
    fn pack(&self, sizes: [usize; 3]) -> Vec<u8> {
        let mut packed = Vec::new();
        let lines = [
            sizes.map(|size| size.to_string()).join(" "),
            self.source.join(" "),
            self.target.join(" "),
        ];
        for line in lines {
            packed.extend(line.bytes().chain([b'\n']));
        }
        for (_, param) in self.model.params() {
            let numbers = param.value();
            packed.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        }
        packed
    }

    fn unpack(packed: &[u8]) -> Option<Trained> {
        let mut parts = packed.splitn(4, |byte| *byte == b'\n');
        let mut words = || {
            let line = str::from_utf8(parts.next()?).ok()?;
            Some(line.split(' ').map(str::to_owned).collect::<Vec<_>>())
        };
        let sizes = words()?;
        let sizes: Vec<usize> = sizes.iter().flat_map(|size| size.parse()).collect();
        let &[embed, hidden, layers] = &*sizes else {
            return None;
        };
        let [source, target] = [words()?, words()?];
        let config = RecurrentConfig::new(source.len(), target.len());
        let config = config.sizes(embed, hidden).layers(layers);
        let model = Bahdanau::new(&config, &mut rng(0));
        let (numbers, rest) = parts.next()?.as_chunks();
        if !rest.is_empty() || numbers.len() != model.param_count() {
            return None;
        }
        let mut numbers = numbers.iter();
        for (_, param) in model.params() {
            param.update(|value| {
                for (old, new) in value.iter_mut().zip(numbers.by_ref()) {
                    *old = Real::from_le_bytes(*new);
                }
            });
        }
        Some(Trained {
            model,
            source,
            target,
        })
    }

    /// Translates a sentence of known words like `Translator::translate`, which reads any text.
    pub(crate) fn translate(&self, words: &[&str]) -> Translated {
        let words: Vec<_> = words.iter().chain(&["<eos>"]).collect();
        let known = |word| self.source.iter().position(|token| token == word);
        let ids: Vec<usize> = words.iter().copied().flat_map(known).collect();
        assert_eq!(ids.len(), words.len(), "an unknown word in {words:?}");
        let most = 2 * ids.len() + 10;
        let source = Padded::new(&[ids], self.source.len());
        let source = source.expect("the tokens are in the vocabulary");
        let Translation {
            tokens,
            ended,
            log_probability,
            weights,
            ..
        } = greedy(&self.model, &source, most).remove(0);
        let mut target: Vec<_> =
            tokens.iter().map(|id| self.target[*id].clone()).collect();
        target.extend(ended.then(|| "<eos>".to_owned()));
        Translated {
            source: words.into_iter().map(ToString::to_string).collect(),
            target,
            log_probability,
            weights: weights.expect("the model has attention"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_given_model_translates_like_the_shipped_one() {
        let given = Trained::unpack(&packed()).expect("it is whole");
        let words = ["the", "old", "woman", "does", "not", "see", "them", "."];
        let given = given.translate(&words);
        let translator = crate::bahdanau::shipped().bahdanau;
        let expected = translator.translate("the old woman does not see them.");
        let expected = expected.expect("there is a sentence");
        assert_eq!(given.source, expected.source);
        assert_eq!(given.target, expected.target);
        assert_eq!(given.log_probability, expected.log_probability);
        assert_eq!(Some(given.weights), expected.weights);
    }

    #[test]
    fn a_damaged_model_is_refused() {
        let whole = packed();
        assert!(Trained::unpack(&whole[..whole.len() - 1]).is_none());
        assert!(Trained::unpack(&whole[..whole.len() - 4]).is_none());
        assert!(Trained::unpack(&[&whole[..], &[0; 4]].concat()).is_none());
        assert!(Trained::unpack(b"text").is_none());
    }
}
