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
///
/// # Example
///
/// ```
/// use attention::tape::{Mode, Tape};
/// use attention::transformer::FeedForward;
/// use ndarray::array;
/// use rand::{SeedableRng, rngs::ChaCha8Rng};
///
/// let network = FeedForward::new(3, 12, 5, &mut ChaCha8Rng::seed_from_u64(0));
/// let tape = Tape::new(Mode::Eval, 0);
/// let [a, b] = [[1.0, 0.0, 2.0], [0.0, 1.0, 0.0]];
/// let output = network.forward(tape.constant(array![a, b, a, b]));
/// assert_eq!(output.shape(), [4, 5]);
/// // Equal tokens have equal results at every position.
/// assert_eq!(output.index(0, 0).value(), output.index(0, 2).value());
/// ```
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
        rng: &mut impl Rng,
    ) -> Self {
        Self {
            inner: Linear::new(inputs, width, rng),
            outer: Linear::new(width, outputs, rng),
        }
    }
    // ANCHOR_END: feed_forward_new

    /// Returns the result for each token.
    ///
    /// # Shapes
    ///
    /// `[.., inputs]` to `[.., outputs]`.
    ///
    /// # Panics
    ///
    /// If the last axis has another size than `inputs`.
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
