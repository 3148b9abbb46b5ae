//! A tokenizer and a model, which write.

use ndarray::{Array1, Array2};
use rand::Rng;

use super::Settings;
use attention::newer_transformer::{BytePairs, DecoderOnly, DecoderOnlyCache, Utf8Stream};
use attention::nn::{ConfigError, Tokens};
use attention::tape::{Mode, Tape, Var};
use attention::transformer::Sampling;

/// A model of the tokens of a tokenizer.
#[derive(Clone, Debug)]
pub struct TextModel {
    /// From text to tokens and back.
    pub tokenizer: BytePairs,
    /// From tokens to the next one.
    pub model: DecoderOnly,
    /// The number of tokens that the model has read at once in training.
    pub context: usize,
    /// The token before the first one of a text without a prompt.
    pub start: usize,
}

/// How well a model predicts a text that it has not learned from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HeldOut {
    /// The mean loss, in nats per token.
    pub loss: f64,
    /// The same loss in bits per byte of text, which does not depend on the tokenizer.
    pub bits_per_byte: f64,
}

/// The number of texts that an evaluation reads at once.
const BATCH_SIZE: usize = 32;

impl TextModel {
    /// Creates a model with random parameters.
    ///
    /// # Errors
    ///
    /// [`ConfigError`] if the sizes do not fit each other.
    pub(super) fn new(
        tokenizer: BytePairs,
        start: usize,
        settings: &Settings,
        rng: &mut dyn Rng,
    ) -> Result<Self, ConfigError> {
        Ok(Self {
            model: settings.model(tokenizer.vocab(), rng)?,
            tokenizer,
            context: settings.context,
            start,
        })
    }

    /// Continues a text by `count` tokens and calls `tell` with the new characters as soon as they
    /// are complete.
    ///
    /// An empty prompt is the start of a line, or comes after the most frequent token if the model
    /// knows no line breaks. Beyond the context, the model forgets all but the second half of what
    /// it has read.
    ///
    /// # Errors
    ///
    /// The first error of `tell`, after which it writes no more.
    ///
    /// # Panics
    ///
    /// If the model has logits that are NaN.
    pub fn write<E>(
        &self,
        prompt: &str,
        count: usize,
        sampling: &Sampling,
        rng: &mut dyn Rng,
        mut tell: impl FnMut(&str) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut text = self.tokenizer.encode(prompt);
        if text.is_empty() {
            text.push(self.start);
        }
        let mut new = text.clone();
        let mut cache = DecoderOnlyCache::default();
        let mut stream = Utf8Stream::default();
        for _ in 0..count {
            if cache.position() + new.len() > self.context {
                let half = self.context.div_ceil(2).min(text.len());
                new = text[text.len() - half..].to_vec();
                cache = DecoderOnlyCache::default();
            }
            let token = self.draw(&new, &mut cache, sampling, rng);
            tell(&stream.push(self.tokenizer.token(token)))?;
            text.push(token);
            new = vec![token];
        }
        tell(&stream.finish())
    }

    fn draw(
        &self,
        new: &[usize],
        cache: &mut DecoderOnlyCache,
        sampling: &Sampling,
        rng: &mut dyn Rng,
    ) -> usize {
        let tape = Tape::new(Mode::Eval, 0);
        let new = self.tokens(Array1::from(new.to_vec())).insert_axis(0); // one text
        let next = self.model.predict_cached(&tape, &new, cache);
        let [_batch, steps, _vocab] = next.logits.dims();
        let last = next.logits.index(1, steps - 1).value();
        sampling.choose(&last.iter().copied().collect(), rng)
    }

    /// Returns the mean loss of the tokens after the first in texts of equal length.
    pub(super) fn loss<'t>(&self, tape: &'t Tape, texts: &[&[usize]]) -> Var<'t> {
        let steps = texts[0].len() - 1;
        let shape = (texts.len(), steps);
        let at =
            |from: usize| Array2::from_shape_fn(shape, |(text, step)| texts[text][step + from]);
        let inputs = self.tokens(at(0));
        let logits = self.model.predict(tape, &inputs).logits;
        logits.cross_entropy(&at(1), None)
    }

    fn tokens<D: ndarray::Dimension>(&self, ids: ndarray::Array<usize, D>) -> Tokens {
        Tokens::new(ids, self.model.vocab()).expect("the tokenizer has the vocabulary of the model")
    }

    /// Returns the loss on a text that is cut into parts of the context.
    ///
    /// # Panics
    ///
    /// If there are fewer than two tokens.
    #[track_caller]
    pub fn held_out(&self, text: &[usize]) -> HeldOut {
        assert!(text.len() > 1, "held_out: {} tokens", text.len());
        // Each part begins with the last token of the part before.
        let starts = (0..text.len() - 1).step_by(self.context);
        let parts: Vec<&[usize]> = starts
            .map(|start| {
                let end = (start + self.context + 1).min(text.len());
                &text[start..end]
            })
            .collect();
        let mut nats = 0.0;
        for parts in parts.chunk_by(|a, b| a.len() == b.len()) {
            for parts in parts.chunks(BATCH_SIZE) {
                let tape = Tape::new(Mode::Eval, 0);
                let targets = parts.len() * (parts[0].len() - 1);
                let loss = self.loss(&tape, parts).item();
                nats += loss as f64 * targets as f64;
            }
        }
        let bytes = self.tokenizer.decode(&text[1..]).len();
        HeldOut {
            loss: nats / (text.len() - 1) as f64,
            bits_per_byte: nats / std::f64::consts::LN_2 / bytes as f64,
        }
    }
}
