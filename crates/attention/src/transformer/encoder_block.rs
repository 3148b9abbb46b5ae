//! The block of an encoder and of a decoder-only model.

use rand::Rng;

use super::{AddNorm, Config, FeedForward};
use crate::mask::Mask;
use crate::multi_head::{MultiHead, MultiHeadConfig};
use crate::nn::{ConfigError, Module, Visitor};
use crate::tape::{Attended, Var};

/// Self-attention and a feed-forward network, each with an [`AddNorm`] around it.
///
/// | parameter | shape |
/// |---|---|
/// | `attention.*` | see [`MultiHead`], with `hidden` for all sizes |
/// | `around_attention.*` | see [`AddNorm`] |
/// | `feed_forward.*` | see [`FeedForward`], from `hidden` to `hidden` |
/// | `around_feed_forward.*` | see [`AddNorm`] |
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
/// use attention::transformer::{Config, EncoderBlock};
/// use ndarray::Array3;
/// use rand::{SeedableRng, rngs::ChaCha8Rng};
///
/// let config = Config { feed_forward: 30, ..Config::new(20, 5) };
/// let block = EncoderBlock::new(&config, &mut ChaCha8Rng::seed_from_u64(0))?;
/// let tape = Tape::new(Mode::Eval, 0);
/// let x = tape.constant(Array3::ones((3, 7, 20)));
/// let attended = block.forward(x, &Mask::valid_lens([7, 4, 2]));
/// assert_eq!(attended.output.shape(), [3, 7, 20]);
/// assert_eq!(attended.weights.shape(), [3, 5, 7, 7]);
/// # Ok::<(), attention::nn::ConfigError>(())
/// ```
// ANCHOR: encoder_block
#[derive(Clone, Debug)]
pub struct EncoderBlock {
    /// Self-attention.
    pub attention: MultiHead,
    /// Add and norm around it.
    pub around_attention: AddNorm,
    /// The network for each token alone.
    pub feed_forward: FeedForward,
    /// Add and norm around it.
    pub around_feed_forward: AddNorm,
}
// ANCHOR_END: encoder_block

impl EncoderBlock {
    /// Creates a block with random parameters.
    ///
    /// # Errors
    ///
    /// [`ConfigError`] if a size is 0, or if the heads do not divide `hidden`.
    // ANCHOR: encoder_block_new
    pub fn new(
        config: &Config,
        rng: &mut dyn Rng,
    ) -> Result<Self, ConfigError> {
        config.check()?;
        let (hidden, width) = (config.hidden, config.feed_forward);
        let heads = MultiHeadConfig::new(hidden, config.heads)
            .dropout(config.dropout);
        Ok(Self {
            attention: MultiHead::new(&heads, rng)?,
            around_attention: AddNorm::new(config),
            feed_forward: FeedForward::new(hidden, width, hidden, rng),
            around_feed_forward: AddNorm::new(config),
        })
    }
    // ANCHOR_END: encoder_block_new

    /// Returns a new vector for each token, and the weights of each head.
    // ANCHOR: encoder_block_forward
    #[track_caller]
    pub fn forward<'t>(&self, x: Var<'t>, mask: &Mask) -> Attended<'t> {
        let inner = self.around_attention.before(x);
        let own = self.attention.forward(inner, inner, inner, mask);
        let x = self.around_attention.after(x, own.output);

        Attended { output: self.last_sublayer(x), ..own }
    }

    /// Returns the result of the network, with its add and norm.
    #[track_caller]
    pub(super) fn last_sublayer<'t>(&self, x: Var<'t>) -> Var<'t> {
        let inner = self.around_feed_forward.before(x);
        let result = self.feed_forward.forward(inner);
        self.around_feed_forward.after(x, result)
    }
    // ANCHOR_END: encoder_block_forward
}

impl Module for EncoderBlock {
    fn visit(&self, visitor: &mut Visitor<'_>) {
        visitor.module("attention", &self.attention);
        visitor.module("around_attention", &self.around_attention);
        visitor.module("feed_forward", &self.feed_forward);
        visitor
            .module("around_feed_forward", &self.around_feed_forward);
    }
}
