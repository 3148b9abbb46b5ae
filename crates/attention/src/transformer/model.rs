//! The whole encoder-decoder.

use rand::Rng;

use super::{
    Config, Decoder, DecoderCache, DecoderOutput, Encoded, Encoder,
    InputLayer, OutputLayer,
};
use crate::data::Padded;
use crate::encoder_decoder::{Decoded, DecodedStep, EncoderDecoder};
use crate::mask::Mask;
use crate::nn::{ConfigError, Module, Tokens, Visitor};
use crate::tape::{Tape, Var};

/// An encoder-decoder of attention and feed-forward networks, without recurrence.
///
/// [`forward`](EncoderDecoder::forward) reads a whole target with a causal mask, and
/// [`step`](EncoderDecoder::step) reads one token after the tokens in a [`DecoderCache`]. Both
/// compute the same logits.
///
/// Each block and head has its own weights, which [`maps`](Transformer::maps) returns; `weights` of
/// [`DecodedStep`] and [`Decoded`] are `None`.
///
/// | parameter | shape |
/// |---|---|
/// | `source.*`, `target.*` | see [`InputLayer`] |
/// | `encoder.*` | see [`Encoder`] |
/// | `decoder.*` | see [`Decoder`] |
/// | `output.*` | see [`OutputLayer`] |
///
/// # Source
///
/// Vaswani et al. (2017), *Attention is all you need*, Section 3. There, both input layers and the
/// output layer share one table, because both languages share one vocabulary.
// ANCHOR: transformer
#[derive(Clone, Debug)]
pub struct Transformer {
    /// From source tokens to vectors.
    pub source: InputLayer,
    /// The encoder of the source.
    pub encoder: Encoder,
    /// From target tokens to vectors.
    pub target: InputLayer,
    /// The decoder of the target so far and the encoded source.
    pub decoder: Decoder,
    /// From vectors to logits.
    pub output: OutputLayer,
}
// ANCHOR_END: transformer

/// All attention weights of a [`Transformer`], one array for each block.
#[derive(Clone, Debug)]
pub struct Maps<'t> {
    /// Self-attention of the encoder: `[batch, heads, source steps, source steps]`.
    pub encoder: Vec<Var<'t>>,
    /// Self-attention of the decoder: `[batch, heads, steps, steps]`.
    pub decoder: Vec<Var<'t>>,
    /// Cross-attention: `[batch, heads, steps, source steps]`.
    pub cross: Vec<Var<'t>>,
}

impl Transformer {
    /// Creates a model with random parameters, for the vocabularies of sources and targets.
    ///
    /// # Errors
    ///
    /// [`ConfigError`] if a size is 0, or if the heads do not divide `hidden`.
    // ANCHOR: transformer_new
    pub fn new(
        config: &Config,
        [source_vocab, target_vocab]: [usize; 2],
        rng: &mut dyn Rng,
    ) -> Result<Self, ConfigError> {
        config.check_with(&[source_vocab, target_vocab])?;
        Ok(Self {
            source: InputLayer::new(source_vocab, config, rng),
            encoder: Encoder::new(config, rng)?,
            target: InputLayer::new(target_vocab, config, rng),
            decoder: Decoder::new(config, rng)?,
            output: OutputLayer::new(target_vocab, config, rng),
        })
    }
    // ANCHOR_END: transformer_new

    /// Encodes the source sentences.
    // ANCHOR: encode
    #[track_caller]
    pub fn encode<'t>(
        &self,
        tape: &'t Tape,
        source: &Padded,
    ) -> Encoded<'t> {
        let x = self.source.forward(tape, &source.tokens, 0);
        self.encoder.forward(x, &source.mask())
    }
    // ANCHOR_END: encode

    /// Reads target tokens, and returns the vectors that predict the next ones.
    ///
    /// The mask is [`Mask::causal`] in training and in use; it is an argument so that
    /// [`wrong::LooksAhead`](super::wrong::LooksAhead) can pass another one. The mask of the source
    /// removes its padding.
    // ANCHOR: decode
    #[track_caller]
    pub fn decode<'t>(
        &self,
        tape: &'t Tape,
        tokens: &Tokens,  // [batch, steps]
        encoded: Var<'t>, // [batch, source steps, hidden]
        mask: &Mask,
        source_mask: &Mask,
    ) -> DecoderOutput<'t> {
        let x = self.target.forward(tape, tokens, 0);
        // [batch, steps, hidden]
        self.decoder.forward(x, encoded, mask, source_mask)
    }
    // ANCHOR_END: decode

    /// Computes [`decode`](Transformer::decode) for target tokens that follow the tokens in the
    /// cache.
    ///
    /// In [`DecoderOutput`], the keys of the cache come before the new ones.
    // ANCHOR: decode_cached
    #[track_caller]
    pub fn decode_cached<'t>(
        &self,
        tape: &'t Tape,
        tokens: &Tokens, // [batch, steps]
        cache: &mut DecoderCache,
        mask: &Mask,
    ) -> DecoderOutput<'t> {
        let x = self.target.forward(tape, tokens, cache.position());
        self.decoder.forward_cached(x, cache, mask)
    }
    // ANCHOR_END: decode_cached

    /// Returns the weights of all blocks and heads when the decoder reads these tokens.
    #[track_caller]
    pub fn maps<'t>(
        &self,
        tape: &'t Tape,
        source: &Padded,
        inputs: &Tokens,
    ) -> Maps<'t> {
        let encoded = self.encode(tape, source);
        let (mask, source_mask) = (Mask::causal(), source.mask());
        let decoded = self.decode(
            tape,
            inputs,
            encoded.output,
            &mask,
            &source_mask,
        );
        Maps {
            encoder: encoded.weights,
            decoder: decoded.weights,
            cross: decoded.cross_weights,
        }
    }

    /// Returns the logits of the next tokens: `[.., vocab]`.
    // ANCHOR: transformer_logits
    #[track_caller]
    pub fn logits<'t>(&self, x: Var<'t>) -> Var<'t> {
        self.output.forward(x, &self.target.embedding)
    }
    // ANCHOR_END: transformer_logits
}

impl EncoderDecoder for Transformer {
    // ANCHOR: transformer_forward
    #[track_caller]
    fn forward<'t>(
        &self,
        tape: &'t Tape,
        source: &Padded,
        inputs: &Tokens, // [batch, steps]
    ) -> Decoded<'t> {
        let encoded = self.encode(tape, source).output;
        let (mask, source_mask) = (Mask::causal(), source.mask());
        let decoded =
            self.decode(tape, inputs, encoded, &mask, &source_mask);
        Decoded {
            logits: self.logits(decoded.output),
            weights: None, // see `maps`
        }
    }
    // ANCHOR_END: transformer_forward

    // ANCHOR: transformer_start
    type State<'t> = DecoderCache;

    #[track_caller]
    fn start(&self, tape: &Tape, source: &Padded) -> DecoderCache {
        let encoded = self.encode(tape, source).output;
        self.decoder.start(encoded, &source.lens)
    }
    // ANCHOR_END: transformer_start

    // ANCHOR: transformer_step
    #[track_caller]
    fn step<'t>(
        &self,
        tape: &'t Tape,
        tokens: &Tokens, // [batch]
        cache: &DecoderCache,
    ) -> (DecodedStep<'t>, DecoderCache) {
        let (mut cache, mask) = (cache.clone(), Mask::causal());
        let tokens = tokens.insert_axis(1); // [batch, 1]
        let decoded =
            self.decode_cached(tape, &tokens, &mut cache, &mask);
        // [batch, vocab]
        let logits = self.logits(decoded.output.index(1, 0));
        let weights = None;
        (DecodedStep { logits, weights }, cache)
    }
    // ANCHOR_END: transformer_step

    fn select<'t>(
        cache: &Self::State<'t>,
        rows: &[usize],
    ) -> Self::State<'t> {
        cache.select(rows)
    }

    // ANCHOR: transformer_target_vocab
    fn target_vocab(&self) -> usize {
        self.output.vocab()
    }
    // ANCHOR_END: transformer_target_vocab
}

impl Module for Transformer {
    fn visit(&self, visitor: &mut Visitor<'_>) {
        visitor.module("source", &self.source);
        visitor.module("encoder", &self.encoder);
        visitor.module("target", &self.target);
        visitor.module("decoder", &self.decoder);
        visitor.module("output", &self.output);
    }
}
