//! Translation from text to text.

use engine::Real;
use ndarray::Array2;

use super::greedy::{most_likely, write_with};
use crate::EncoderDecoder;
use crate::data::{
    BatchError, Padded, Vocabularies, detokenize, tokenize,
};

/// A model with its vocabularies.
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
        let max_steps: Vec<_> = max_steps.collect();
        let written =
            write_with(&self.model, &padded, &max_steps, most_likely);
        let end = || "<eos>".to_owned();
        let translated = texts.zip(written).map(|(text, written)| {
            let ids = written.tokens.iter();
            let tokens = ids.filter_map(|&id| target.token(id));
            let tokens = tokens.map(str::to_owned);
            let mut source = tokenize(text);
            source.push(end());
            Translated {
                source,
                target: tokens.chain(written.ended.then(end)).collect(),
                text: detokenize(&target.decode(&written.tokens)),
                log_probability: written.log_probability,
                weights: written.weights,
            }
        });
        Ok(translated.collect())
    }
}
