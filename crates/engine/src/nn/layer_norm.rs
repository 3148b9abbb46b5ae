//! The layer norm layer.

use ndarray::Array1;

use super::{Module, Param, Visitor};
use crate::Real;
use crate::tape::Var;

/// Moves and scales each row to mean 0 and variance 1, then scales and moves each entry by learned
/// numbers; see [`Var::layer_norm`].
///
/// | parameter | shape | starts as |
/// |---|---|---|
/// | `weight`: the gain | `[dim]` | 1 |
/// | `bias` | `[dim]` | 0 |
///
/// # Source
///
/// Ba, Kiros, Hinton (2016), *Layer normalization*, Equation 4.
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
#[derive(Clone, Debug)]
pub struct LayerNorm {
    /// What each entry is multiplied by: `[dim]`.
    pub weight: Param,
    /// What is added to each entry: `[dim]`.
    pub bias: Param,
    /// What is added to the variance, under the root.
    pub epsilon: Real,
}

impl LayerNorm {
    /// A layer for rows of `dim` entries, with an epsilon of 10⁻⁵ as in PyTorch.
    ///
    /// # Example
    ///
    /// ```
    /// use attention::nn::{LayerNorm, Module};
    ///
    /// assert_eq!(LayerNorm::new(4).param_count(), 8);
    /// ```
    pub fn new(dim: usize) -> Self {
        Self {
            weight: Param::new(Array1::ones(dim)),
            bias: Param::new(Array1::zeros(dim)),
            epsilon: 1e-5,
        }
    }

    /// Normalizes each row along the last axis.
    ///
    /// # Shapes
    ///
    /// `[.., dim]` to `[.., dim]`.
    ///
    /// # Panics
    ///
    /// If the last axis has another size than `dim`.
    #[track_caller]
    pub fn forward<'t>(&self, x: Var<'t>) -> Var<'t> {
        let tape = x.tape();
        let (gain, bias) = (tape.param(&self.weight), tape.param(&self.bias));
        x.layer_norm(gain, bias, self.epsilon)
    }
}

impl Module for LayerNorm {
    fn visit(&self, visitor: &mut Visitor<'_>) {
        visitor.param("weight", &self.weight);
        visitor.param("bias", &self.bias);
    }
}

#[cfg(test)]
mod tests;
