//! The residual connection and the norm around a sublayer.

use super::{Arrangement, Config};
use crate::nn::{Dropout, LayerNorm, Module, Visitor};
use crate::tape::Var;

/// The residual connection and the layer norm around a sublayer.
///
/// [`before`](AddNorm::before) prepares the input of the sublayer, and
/// [`after`](AddNorm::after) adds its result to the residual connection. The
/// [`Arrangement`] decides which of the two normalizes.
///
/// | parameter | shape |
/// |---|---|
/// | `norm.weight`, `norm.bias` | `[hidden]`, unless the arrangement has no norm |
///
/// # Source
///
/// Vaswani et al. (2017), *Attention is all you need*, Sections 3.1 and 5.4; Xiong et al. (2020),
/// *On layer normalization in the Transformer architecture*, Table 1, for the order of the two.
///
/// # Example
///
/// ```
/// use attention::tape::{Mode, Tape};
/// use attention::transformer::{AddNorm, Arrangement, Config};
/// use ndarray::array;
///
/// let tape = Tape::new(Mode::Eval, 0);
/// let x = tape.constant(array![[3.0, 1.0]]);
/// let doubled = |arrangement| {
///     let around = AddNorm::new(&Config { arrangement, ..Config::new(2, 1) });
///     let result = around.before(x) * 2.0;
///     around.after(x, result).value().round()
/// };
/// assert_eq!(doubled(Arrangement::PostNorm), array![[1.0, -1.0]].into_dyn());
/// assert_eq!(doubled(Arrangement::PreNorm), array![[5.0, -1.0]].into_dyn());
/// assert_eq!(doubled(Arrangement::WithoutNorm), array![[9.0, 3.0]].into_dyn());
/// ```
// ANCHOR: add_norm
#[derive(Clone, Debug)]
pub struct AddNorm {
    /// The norm of each token's vector.
    pub norm: LayerNorm,
    /// The dropout of the sublayer's result in training.
    pub dropout: Dropout,
    /// Where to normalize.
    pub arrangement: Arrangement,
}
// ANCHOR_END: add_norm

impl AddNorm {
    /// Creates a residual connection with the dropout and the arrangement of a config.
    // ANCHOR: add_norm_new
    pub fn new(config: &Config) -> Self {
        Self {
            norm: LayerNorm::new(config.hidden),
            dropout: config.dropout,
            arrangement: config.arrangement,
        }
    }
    // ANCHOR_END: add_norm_new

    /// Returns the input of the sublayer.
    // ANCHOR: before
    #[track_caller]
    pub fn before<'t>(&self, x: Var<'t>) -> Var<'t> {
        match self.arrangement {
            Arrangement::PreNorm => self.norm.forward(x),
            _ => x,
        }
    }

    // ANCHOR_END: before
    /// Returns the sum of `x` and the sublayer's result, normalized if the arrangement says so.
    // ANCHOR: after
    #[track_caller]
    pub fn after<'t>(&self, x: Var<'t>, result: Var<'t>) -> Var<'t> {
        let result = self.dropout.forward(result);
        match self.arrangement {
            Arrangement::PostNorm => self.norm.forward(x + result),
            Arrangement::WithoutResidual => self.norm.forward(result),
            Arrangement::PreNorm | Arrangement::WithoutNorm => {
                x + result
            }
        }
    }
    // ANCHOR_END: after
}

impl Module for AddNorm {
    fn visit(&self, visitor: &mut Visitor<'_>) {
        if self.arrangement != Arrangement::WithoutNorm {
            visitor.module("norm", &self.norm);
        }
    }
}
