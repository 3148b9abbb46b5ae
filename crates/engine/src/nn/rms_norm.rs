//! The RMS norm layer.

use ndarray::Array1;

use super::{Module, Param, Visitor};
use crate::Real;
use crate::tape::Var;

/// A layer that divides each row by its root mean square, then multiplies each entry by a learned
/// gain.
///
/// See [`Var::rms_norm`].
///
/// | parameter | shape | initial value |
/// |---|---|---|
/// | `weight`: the gain | `[dim]` | 1 |
#[derive(Clone, Debug)]
pub struct RmsNorm {
    /// The gain, which multiplies each entry: `[dim]`.
    pub weight: Param,
    /// The constant that is added to the mean square.
    pub epsilon: Real,
}

impl RmsNorm {
    /// Creates a layer for rows of size `dim`, with an epsilon of 10⁻⁵ as in
    /// [`LayerNorm`](super::LayerNorm).
    pub fn new(dim: usize) -> Self {
        Self { weight: Param::new(Array1::ones(dim)), epsilon: 1e-5 }
    }

    /// Normalizes each row along the last axis.
    #[track_caller]
    pub fn forward<'t>(&self, x: Var<'t>) -> Var<'t> {
        x.rms_norm(x.tape().param(&self.weight), self.epsilon)
    }
}

impl Module for RmsNorm {
    fn visit(&self, visitor: &mut Visitor<'_>) {
        visitor.param("weight", &self.weight);
    }
}
