//! A language model: a decoder without a source.

mod cache;

use ndarray::Array1;
use rand::Rng;

pub use cache::LanguageModelCache;

use super::encoder::final_norm;
use super::{
    Config, EncoderBlock, InputLayer, OutputLayer, Sampling,
    without_source,
};
use crate::data::{BOS, EOS, Example, Padded};
use crate::nn::{
    ConfigError, DataError, LayerNorm, Module, Tokens, Visitor,
};
use crate::tape::{Mode, Tape, Var};

/// A decoder-only model, which predicts each token of a text from the tokens before it.
///
/// It consists of encoder blocks with a causal mask. As an
/// [`EncoderDecoder`](crate::encoder_decoder::EncoderDecoder), it ignores its source: a text is the
/// target of an empty sentence.
///
/// | parameter | shape |
/// |---|---|
/// | `input.*` | see [`InputLayer`] |
/// | `blocks.0.*`, `blocks.1.*`, .. | see [`EncoderBlock`] |
/// | `norm.weight`, `norm.bias` | `[hidden]`, with pre-norm |
/// | `output.*` | see [`OutputLayer`] |
///
/// # Source
///
/// Radford et al. (2018), *Improving language understanding by generative pre-training*, Section
/// 3.1.
// ANCHOR: language_model
#[derive(Clone, Debug)]
pub struct LanguageModel {
    /// From tokens to vectors.
    pub input: InputLayer,
    /// The blocks, in order.
    pub blocks: Vec<EncoderBlock>,
    /// The last norm, with pre-norm.
    pub norm: Option<LayerNorm>,
    /// From vectors to logits.
    pub output: OutputLayer,
}
// ANCHOR_END: language_model

/// The predictions of a [`LanguageModel`].
// ANCHOR: predicted
#[derive(Clone, Debug)]
pub struct Predicted<'t> {
    /// Of the token that follows each: `[batch, steps, vocab]`
    pub logits: Var<'t>,
    /// Of each block: `[batch, heads, steps, steps]`
    pub weights: Vec<Var<'t>>,
}
// ANCHOR_END: predicted

impl LanguageModel {
    /// Creates a model with random parameters.
    ///
    /// # Errors
    ///
    /// [`ConfigError`] if a size is 0, or if the heads do not divide `hidden`.
    // ANCHOR: language_model_new
    pub fn new(
        config: &Config,
        vocab: usize,
        rng: &mut dyn Rng,
    ) -> Result<Self, ConfigError> {
        config.check_with(&[vocab])?;
        let input = InputLayer::new(vocab, config, rng);
        let blocks =
            (0..config.blocks).map(|_| EncoderBlock::new(config, rng));
        Ok(Self {
            input,
            blocks: blocks.collect::<Result<_, _>>()?,
            norm: final_norm(config),
            output: OutputLayer::new(vocab, config, rng),
        })
    }
    // ANCHOR_END: language_model_new

    /// Returns a text that ends with [`EOS`], as a training example.
    pub fn example(text: Vec<usize>) -> Example {
        let source = vec![EOS];
        Example { source, target: text }
    }

    /// Returns the sources of this number of texts, which are sentences without words.
    ///
    /// # Panics
    ///
    /// If there are no texts.
    #[track_caller]
    pub fn no_sources(texts: usize) -> Padded {
        assert!(texts > 0, "no_sources: there are no texts");
        let sources = Padded::new(&vec![vec![EOS]; texts], EOS + 1);
        sources.expect("each has one token, below the size")
    }

    /// Returns the logits of the token after each of these, and the weights.
    // ANCHOR: predict
    #[track_caller]
    pub fn predict<'t>(
        &self,
        tape: &'t Tape,
        tokens: &Tokens, // [batch, steps]
    ) -> Predicted<'t> {
        let mut nothing = LanguageModelCache::default();
        self.predict_cached(tape, tokens, &mut nothing)
    }

    /// Maps vectors of the last block, `[.., hidden]`, to logits,
    /// `[.., vocab]`.
    fn logits<'t>(&self, x: Var<'t>) -> Var<'t> {
        let x = self.norm.as_ref().map_or(x, |n| n.forward(x));
        self.output.forward(x, &self.input.embedding)
    }
    // ANCHOR_END: predict

    /// Continues a text, which may be empty, until it ends or for `max_steps` tokens.
    ///
    /// # Errors
    ///
    /// [`DataError::Token`] if a token of the text is not in the vocabulary.
    ///
    /// # Panics
    ///
    /// If the model has logits that are NaN.
    // ANCHOR: generate
    pub fn generate(
        &self,
        text: &[usize],
        max_steps: usize,
        sampling: &Sampling,
        rng: &mut dyn Rng,
    ) -> Result<Vec<usize>, DataError> {
        let tokens =
            |ids| Tokens::new(Array1::from(ids), self.output.vocab());
        // An error then counts from the first token of the text.
        tokens(text.to_vec())?;
        let mut new = tokens([&[BOS], text].concat())?.insert_axis(0);
        let mut cache = LanguageModelCache::default();
        let mut written = Vec::new();
        while written.len() < max_steps {
            let tape = Tape::new(Mode::Eval, 0);
            let next = self.predict_cached(&tape, &new, &mut cache);
            let [_batch, steps, _vocab] = next.logits.dims();
            let last = next.logits.index(1, steps - 1).value();
            let token =
                sampling.choose(&last.iter().copied().collect(), rng);
            if token == EOS {
                break;
            }
            written.push(token);
            new = tokens(vec![token])?.insert_axis(0); // [1, 1]
        }
        Ok(written)
    }
    // ANCHOR_END: generate

    fn vocab(&self) -> usize {
        self.output.vocab()
    }
}

without_source!(LanguageModel, LanguageModelCache);

impl Module for LanguageModel {
    fn visit(&self, visitor: &mut Visitor<'_>) {
        visitor.module("input", &self.input);
        visitor.module("blocks", &self.blocks);
        visitor.module("norm", &self.norm);
        visitor.module("output", &self.output);
    }
}
