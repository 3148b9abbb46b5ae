//! The block of a decoder that looks at a source.

use rand::Rng;

use super::{AddNorm, Config, FeedForward};
use crate::mask::Mask;
use crate::multi_head::{KeyValues, MultiHead};
use crate::nn::{ConfigError, Module, Visitor};
use crate::tape::Var;

/// Self-attention, attention to the source, and a feed-forward network, each with an [`AddNorm`] around
/// it.
///
/// The queries of the second attention are what the first one of the same block has given, added and
/// normalized; its keys and values come from the encoder.
///
/// | parameter | shape |
/// |---|---|
/// | `attention.*`, `cross_attention.*` | see [`MultiHead`], with `hidden` for all sizes |
/// | `feed_forward.*` | see [`FeedForward`], from `hidden` to `hidden` |
/// | `around_attention.*`, `around_cross_attention.*`, `around_feed_forward.*` | see [`AddNorm`] |
///
/// # Source
///
/// Vaswani et al. (2017), *Attention is all you need*, Section 3.1.
///
/// # Example
///
/// ```
/// use attention::mask::Mask;
/// use attention::tape::{Mode, Tape};
/// use attention::transformer::{Config, DecoderBlock};
/// use ndarray::Array3;
/// use rand::{SeedableRng, rngs::ChaCha8Rng};
///
/// let config = Config::new(24, 8).feed_forward(48);
/// let block = DecoderBlock::new(&config, &mut ChaCha8Rng::seed_from_u64(0))?;
/// let tape = Tape::new(Mode::Eval, 0);
/// let encoded = tape.constant(Array3::ones((2, 7, 24)));
/// let x = tape.constant(Array3::ones((2, 100, 24)));
/// let decoded = block.forward(x, &block.start(encoded), &Mask::causal(), &Mask::valid_lens([3, 2]));
/// assert_eq!(decoded.output.shape(), [2, 100, 24]);
/// assert_eq!(decoded.weights.shape(), [2, 8, 100, 100]);
/// assert_eq!(decoded.cross_weights.shape(), [2, 8, 100, 7]);
/// # Ok::<(), attention::nn::ConfigError>(())
/// ```
#[derive(Clone, Debug)]
pub struct DecoderBlock {
    /// The tokens look at those that came before, and at themselves.
    pub attention: MultiHead,
    /// Around it.
    pub around_attention: AddNorm,
    /// They look at the source.
    pub cross_attention: MultiHead,
    /// Around it.
    pub around_cross_attention: AddNorm,
    /// Each token on its own.
    pub feed_forward: FeedForward,
    /// Around it.
    pub around_feed_forward: AddNorm,
}

/// The keys and values that the tokens of a [`DecoderBlock`] look at.
///
/// # Example
///
/// See [`DecoderBlock::start`].
#[derive(Clone, Copy, Debug)]
pub struct BlockMemory<'t> {
    /// Of the source, the same at every step.
    pub source: KeyValues<'t>,
    /// Of the tokens so far, if there are any.
    pub past: Option<KeyValues<'t>>,
}

/// What a [`DecoderBlock`] gives.
///
/// # Example
///
/// See [`DecoderBlock`].
#[derive(Clone, Copy, Debug)]
pub struct BlockOutput<'t> {
    /// `[batch, steps, hidden]`
    pub output: Var<'t>,
    /// Of the self-attention: `[batch, heads, steps, keys]`, where the keys are all tokens so far.
    pub weights: Var<'t>,
    /// Of the attention to the source: `[batch, heads, steps, source steps]`.
    pub cross_weights: Var<'t>,
    /// For the tokens that follow.
    pub memory: BlockMemory<'t>,
}

impl DecoderBlock {
    /// A block with random parameters.
    ///
    /// # Errors
    ///
    /// [`ConfigError`] if a size is 0, or if the heads cannot share the hidden numbers.
    ///
    /// # Example
    ///
    /// See [`DecoderBlock`].
    pub fn new(config: &Config, rng: &mut impl Rng) -> Result<Self, ConfigError> {
        config.check(&[])?;
        let (hidden, width) = (config.hidden, config.feed_forward);
        Ok(Self {
            attention: MultiHead::new(&config.attention(), rng)?,
            around_attention: AddNorm::new(config),
            cross_attention: MultiHead::new(&config.attention(), rng)?,
            around_cross_attention: AddNorm::new(config),
            feed_forward: FeedForward::new(hidden, width, hidden, rng),
            around_feed_forward: AddNorm::new(config),
        })
    }

    /// What the first token finds: the source, and nothing before it.
    ///
    /// # Shapes
    ///
    /// `encoded`: `[batch, source steps, hidden]`.
    ///
    /// # Panics
    ///
    /// If the last axis has another size than `hidden`.
    ///
    /// # Example
    ///
    /// ```
    /// use attention::tape::{Mode, Tape};
    /// use attention::transformer::{Config, DecoderBlock};
    /// use ndarray::Array3;
    /// use rand::{SeedableRng, rngs::ChaCha8Rng};
    ///
    /// let block = DecoderBlock::new(&Config::new(24, 8), &mut ChaCha8Rng::seed_from_u64(0))?;
    /// let tape = Tape::new(Mode::Eval, 0);
    /// let memory = block.start(tape.constant(Array3::ones((2, 7, 24))));
    /// assert_eq!(memory.source.keys.shape(), [2, 8, 7, 3]); // [batch, heads, keys, dim]
    /// assert!(memory.past.is_none());
    /// # Ok::<(), attention::nn::ConfigError>(())
    /// ```
    #[track_caller]
    pub fn start<'t>(&self, encoded: Var<'t>) -> BlockMemory<'t> {
        BlockMemory {
            source: self.cross_attention.project_keys_values(encoded, encoded),
            past: None,
        }
    }

    /// A new vector for each token, and the weights of each head.
    ///
    /// Positions are counted from the first key of the memory: give a mask that depends on them
    /// [`starting_at`](Mask::starting_at) the number of its keys.
    ///
    /// # Shapes
    ///
    /// `x`: `[batch, steps, hidden]`; see [`BlockOutput`] for the results.
    ///
    /// # Panics
    ///
    /// If the sizes or a mask do not fit.
    ///
    /// # Example
    ///
    /// See [`DecoderBlock`].
    #[track_caller]
    // ANCHOR: decoder_block_forward
    pub fn forward<'t>(
        &self,
        x: Var<'t>, // [batch, steps, hidden]
        &BlockMemory { source, past }: &BlockMemory<'t>,
        mask: &Mask,
        source_mask: &Mask,
    ) -> BlockOutput<'t> {
        let inner = self.around_attention.before(x);
        let (own, past) = self.attention.self_attend(inner, past.as_ref(), mask);
        let x = self.around_attention.after(x, own.output);

        let inner = self.around_cross_attention.before(x);
        let cross = self.cross_attention.attend_to(inner, &source, source_mask);
        let x = self.around_cross_attention.after(x, cross.output);

        let inner = self.around_feed_forward.before(x);
        let result = self.feed_forward.forward(inner);
        let past = Some(past);
        BlockOutput {
            output: self.around_feed_forward.after(x, result),
            weights: own.weights,
            cross_weights: cross.weights,
            memory: BlockMemory { source, past },
        }
    }
    // ANCHOR_END: decoder_block_forward
}

impl Module for DecoderBlock {
    fn visit(&self, visitor: &mut Visitor<'_>) {
        visitor.module("attention", &self.attention);
        visitor.module("around_attention", &self.around_attention);
        visitor.module("cross_attention", &self.cross_attention);
        visitor.module("around_cross_attention", &self.around_cross_attention);
        visitor.module("feed_forward", &self.feed_forward);
        visitor.module("around_feed_forward", &self.around_feed_forward);
    }
}
