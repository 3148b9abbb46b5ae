//! Translation from text to text.

use engine::Real;
use ndarray::Array2;

use super::greedy::greedy_up_to;
use crate::EncoderDecoder;
use crate::data::{
    BatchError, Padded, Vocabularies, detokenize, tokenize,
};

/// A model with its vocabularies.
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
    /// The model, trained or not.
    pub model: M,
    /// The vocabularies that map tokens to indices of the model.
    pub vocabularies: Vocabularies,
}

/// A translation with its tokens and weights.
#[derive(Clone, Debug, PartialEq)]
pub struct Translated {
    /// The source tokens, including the end.
    pub source: Vec<String>,
    /// The written tokens, including the end if there is one.
    pub target: Vec<String>,
    /// The translation as text.
    pub text: String,
    /// The log probability of the translation.
    pub log_probability: f64,
    /// The weights if the decoder has a single attention, with a row for each target token and a
    /// column for each source token.
    pub weights: Option<Array2<Real>>,
}

/// The maximum number of tokens of a translation beyond twice its source.
const EXTRA_TOKENS: usize = 10;

impl<M: EncoderDecoder> Translator<M> {
    /// Translates a sentence with [`greedy`](super::greedy).
    ///
    /// Unknown words are read as `<unk>`.
    ///
    /// # Errors
    ///
    /// As for [`Translator::translate_all`].
    pub fn translate(
        &self,
        text: &str,
    ) -> Result<Translated, BatchError> {
        let mut translated = self.translate_all(&[text])?;
        Ok(translated.remove(0))
    }

    /// Translates several sentences as one batch.
    ///
    /// # Errors
    ///
    /// [`BatchError`] if there are no sentences.
    ///
    /// # Panics
    ///
    /// As for [`Translator::translate`].
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
        let max_steps =
            padded.lens.iter().map(|len| 2 * len + EXTRA_TOKENS);
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
