use ndarray::Array1;

use super::{Module, Param, Visitor};
use crate::Real;
use crate::tape::Var;

/// A layer that normalizes each row to mean 0 and variance 1, then applies a learned gain and bias
/// to each entry.
///
/// See [`Var::layer_norm`].
///
/// | parameter | shape | initial value |
/// |---|---|---|
/// | `weight`: the gain | `[dim]` | 1 |
/// | `bias` | `[dim]` | 0 |
///
/// # Example
///
/// ```
/// use attention::nn::LayerNorm;
/// use attention::tape::{Mode, Tape};
/// use ndarray::array;
///
/// let tape = Tape::new(Mode::Eval, 0);
/// let y = LayerNorm::new(2).forward(tape.constant(array![[1.0, 3.0]])).value();
/// assert!((y[[0, 0]] + 1.0).abs() < 1e-4 && (y[[0, 1]] - 1.0).abs() < 1e-4);
/// ```
// ANCHOR: layer_norm
#[derive(Clone, Debug)]
pub struct LayerNorm {
    /// The gain, which multiplies each entry: `[dim]`.
    pub weight: Param,
    /// The bias, which is added to each entry: `[dim]`.
    pub bias: Param,
    /// The constant that is added to the variance.
    pub epsilon: Real,
}
// ANCHOR_END: layer_norm

impl LayerNorm {
    /// Creates a layer for rows of size `dim`, with an epsilon of 10⁻⁵ as in PyTorch.
    // ANCHOR: layer_norm_new
    pub fn new(dim: usize) -> Self {
        Self {
            weight: Param::new(Array1::ones(dim)),
            bias: Param::new(Array1::zeros(dim)),
            epsilon: 1e-5,
        }
    }
    // ANCHOR_END: layer_norm_new

    /// Normalizes each row along the last axis.
    // ANCHOR: layer_norm_forward
    #[track_caller]
    pub fn forward<'t>(&self, x: Var<'t>) -> Var<'t> {
        let tape = x.tape();
        let gain = tape.param(&self.weight);
        let bias = tape.param(&self.bias);
        x.layer_norm(gain, bias, self.epsilon)
    }
    // ANCHOR_END: layer_norm_forward
}

impl Module for LayerNorm {
    fn visit(&self, visitor: &mut Visitor<'_>) {
        visitor.param("weight", &self.weight);
        visitor.param("bias", &self.bias);
    }
}
