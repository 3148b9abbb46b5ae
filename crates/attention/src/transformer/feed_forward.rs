//! The feed-forward network of a block.

use rand::Rng;

use crate::nn::{Linear, Module, Visitor};
use crate::tape::Var;

/// Two linear layers with a rectifier between them, applied to each token alone.
///
/// | parameter | shape |
/// |---|---|
/// | `inner.weight`, `inner.bias` | `[inputs, width]`, `[width]` |
/// | `outer.weight`, `outer.bias` | `[width, outputs]`, `[outputs]` |
///
/// # Source
///
/// Vaswani et al. (2017), *Attention is all you need*, Equation 2.
// ANCHOR: feed_forward
#[derive(Clone, Debug)]
pub struct FeedForward {
    /// From `inputs` to `width`.
    pub inner: Linear,
    /// From `width` to `outputs`.
    pub outer: Linear,
}
// ANCHOR_END: feed_forward

impl FeedForward {
    /// Creates a network with random parameters.
    // ANCHOR: feed_forward_new
    pub fn new(
        inputs: usize,
        width: usize,
        outputs: usize,
        rng: &mut dyn Rng,
    ) -> Self {
        Self {
            inner: Linear::new(inputs, width, rng),
            outer: Linear::new(width, outputs, rng),
        }
    }
    // ANCHOR_END: feed_forward_new

    /// Returns the result for each token: `[.., outputs]`.
    // ANCHOR: feed_forward_pass
    #[track_caller]
    pub fn forward<'t>(&self, x: Var<'t>) -> Var<'t> {
        let inner = self.inner.forward(x).relu(); // [.., width]
        self.outer.forward(inner) // [.., outputs]
    }
    // ANCHOR_END: feed_forward_pass
}

// ANCHOR: feed_forward_module
impl Module for FeedForward {
    fn visit(&self, visitor: &mut Visitor<'_>) {
        visitor.module("inner", &self.inner);
        visitor.module("outer", &self.outer);
    }
}
// ANCHOR_END: feed_forward_module
