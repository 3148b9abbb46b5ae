//! The feed-forward network with a gate.

use rand::Rng;

use super::{Linear, Module, Visitor};
use crate::tape::Var;

/// A feed-forward network whose inner entries are multiplied by gates: (silu(x G) ∘ x U) D, without
/// biases.
///
/// | parameter | shape | initial value |
/// |---|---|---|
/// | `gate.weight`, `up.weight` | `[hidden, inner]` | see [`Linear`] |
/// | `down.weight` | `[inner, hidden]` | see [`Linear`] |
///
/// # Source
///
/// Shazeer (2020), *GLU variants improve Transformer*, Equation 6, where it is called SwiGLU.
///
/// # Example
///
/// ```
/// use attention::nn::{GatedFeedForward, Module};
/// use attention::tape::{Mode, Tape};
/// use ndarray::array;
/// use rand::{SeedableRng, rngs::ChaCha8Rng};
///
/// let network = GatedFeedForward::new(2, 5, &mut ChaCha8Rng::seed_from_u64(0));
/// assert_eq!(network.param_count(), 3 * 2 * 5);
/// let tape = Tape::new(Mode::Eval, 0);
/// let y = network.forward(tape.constant(array![[0.0, 0.0], [1.0, 2.0], [3.0, 4.0]]));
/// assert_eq!(y.shape(), [3, 2]);
/// assert_eq!(y.index(0, 0).value(), array![0.0, 0.0].into_dyn());
/// ```
#[doc(alias = "SwiGLU")]
#[derive(Clone, Debug)]
pub struct GatedFeedForward {
    /// From `hidden` to the inputs of the gates.
    pub gate: Linear,
    /// From `hidden` to `inner`.
    pub up: Linear,
    /// From `inner` to `hidden`.
    pub down: Linear,
}

impl GatedFeedForward {
    /// Creates a network with random parameters.
    pub fn new(hidden: usize, inner: usize, rng: &mut dyn Rng) -> Self {
        Self {
            gate: Linear::without_bias(hidden, inner, rng),
            up: Linear::without_bias(hidden, inner, rng),
            down: Linear::without_bias(inner, hidden, rng),
        }
    }

    /// Applies the network to each row along the last axis.
    // ANCHOR: gated_feed_forward_forward
    #[track_caller]
    pub fn forward<'t>(&self, x: Var<'t>) -> Var<'t> {
        let gates = self.gate.forward(x).silu(); // [.., inner]
        let inner = gates * self.up.forward(x); // [.., inner]
        self.down.forward(inner) // [.., hidden]
    }
    // ANCHOR_END: gated_feed_forward_forward
}

impl Module for GatedFeedForward {
    fn visit(&self, visitor: &mut Visitor<'_>) {
        visitor.module("gate", &self.gate);
        visitor.module("up", &self.up);
        visitor.module("down", &self.down);
    }
}
