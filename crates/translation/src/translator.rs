//! From text to text.

use engine::Real;
use ndarray::Array2;

use super::greedy::greedy_up_to;
use crate::EncoderDecoder;
use crate::data::{
    BatchError, Padded, Vocabularies, detokenize, tokenize,
};

/// A model and the words that it knows.
///
/// # Example
///
/// ```
/// use attention::data::{Corpus, Vocabularies};
/// use attention::encoder_decoder::{FixedContext, RecurrentConfig, Translator};
/// use rand::{SeedableRng, rngs::ChaCha8Rng};
///
/// let vocabularies = Vocabularies::new(&Corpus::generated(50, 0)?, 1);
/// let [source, target] = vocabularies.sizes();
/// let config = RecurrentConfig::new(source, target);
/// let model = FixedContext::new(&config, &mut ChaCha8Rng::seed_from_u64(0));
/// let untrained = Translator { model, vocabularies };
/// let translated = untrained.translate("The cat sleeps.")?;
/// assert_eq!(translated.source, ["the", "cat", "sleeps", ".", "<eos>"]);
/// assert!(translated.weights.is_none()); // there is no attention
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Translator<M> {
    /// Trained, or not yet.
    pub model: M,
    /// The tokens that the model's numbers stand for.
    pub vocabularies: Vocabularies,
}

/// A translation with all that is known of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Translated {
    /// The tokens that the model has read, with the end.
    pub source: Vec<String>,
    /// The tokens that it has written, with the end if it wrote one.
    pub target: Vec<String>,
    /// The same as a sentence.
    pub text: String,
    /// The logarithm of its probability.
    pub log_probability: f64,
    /// Where the decoder looked, if it has one attention: a row for each token of the target, a column for
    /// each of the source.
    pub weights: Option<Array2<Real>>,
}

/// A translation has so many tokens more than twice its source at most.
const MORE: usize = 10;

impl<M: EncoderDecoder> Translator<M> {
    /// Translates a sentence with [`greedy`](super::greedy).
    ///
    /// A word that the model does not know is read as `<unk>`.
    ///
    /// # Errors
    ///
    /// [`BatchError`] if the vocabularies are not those of the model.
    ///
    /// # Panics
    ///
    /// If the model fits other vocabularies.
    pub fn translate(
        &self,
        text: &str,
    ) -> Result<Translated, BatchError> {
        let mut translated = self.translate_all(&[text])?;
        Ok(translated.remove(0))
    }

    /// Translates several sentences together.
    ///
    /// # Errors
    ///
    /// As [`Translator::translate`], and if there are no sentences.
    ///
    /// # Panics
    ///
    /// As [`Translator::translate`].
    pub fn translate_all(
        &self,
        texts: &[&str],
    ) -> Result<Vec<Translated>, BatchError> {
        let Vocabularies { source, target } = &self.vocabularies;
        let texts = texts.iter();
        let sources: Vec<Vec<usize>> = texts
            .clone()
            .map(|text| self.vocabularies.encode_source(text))
            .collect();
        let padded = Padded::new(&sources, source.len())?;
        let max_steps = padded.lens.iter().map(|len| 2 * len + MORE);
        let written = greedy_up_to(
            &self.model,
            &padded,
            &max_steps.collect::<Vec<_>>(),
        );
        let translated = texts.zip(written).map(|(text, written)| {
            let text_of_target =
                detokenize(&target.decode(&written.tokens));
            let tokens = written
                .tokens
                .iter()
                .filter_map(|&id| target.token(id));
            let mut tokens: Vec<String> =
                tokens.map(str::to_owned).collect();
            if written.ended {
                tokens.push("<eos>".to_owned());
            }
            let mut source = tokenize(text);
            source.push("<eos>".to_owned());
            Translated {
                source,
                target: tokens,
                text: text_of_target,
                log_probability: written.log_probability,
                weights: written.weights,
            }
        });
        Ok(translated.collect())
    }
}
