//! The translator with attention.

use std::cell::OnceCell;

use attention::bahdanau::Bahdanau;
use attention::data::Padded;
use attention::encoder_decoder::{RecurrentConfig, Translation, greedy};

#[cfg(feature = "frames")]
use super::pack;
use super::{Parts, fill};
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
    let settings = crate::bahdanau::shipped().card.settings;
    let sizes = [settings.embed, settings.hidden, settings.layers];
    let Trained {
        model,
        source,
        target,
    } = shipped();
    pack(NAME, &sizes, &[&source, &target], &model)
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
        assert!(Trained::unpack(b"bahdanau 4\n").is_none());
    }
}
