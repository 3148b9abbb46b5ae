//! What a block does around each of its sublayers.

use super::{Arrangement, Config};
use crate::nn::{Dropout, LayerNorm, Module, Visitor};
use crate::tape::Var;

/// The residual connection and the normalization around a sublayer.
///
/// [`before`](AddNorm::before) gives the input of the sublayer, and [`after`](AddNorm::after) adds its
/// result to what came in. Both together compute what the [`Arrangement`] says, with dropout of the
/// sublayer's result.
///
/// | parameter | shape |
/// |---|---|
/// | `norm.weight`, `norm.bias` | `[hidden]`, unless there is no normalization |
///
/// # Source
///
/// Vaswani et al. (2017), *Attention is all you need*, Sections 3.1 and 5.4; Xiong et al. (2020), *On
/// layer normalization in the Transformer architecture*, Table 1, for the order of the two.
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
#[derive(Clone, Debug)]
// ANCHOR: add_norm
pub struct AddNorm {
    /// Normalizes the vector of each token.
    pub norm: LayerNorm,
    /// Drops entries of the sublayer's result while a model is trained.
    pub dropout: Dropout,
    /// What is done in which order.
    pub arrangement: Arrangement,
}
// ANCHOR_END: add_norm

impl AddNorm {
    /// With the dropout and the arrangement of a model.
    pub fn new(config: &Config) -> Self {
        Self {
            norm: LayerNorm::new(config.hidden),
            dropout: config.dropout,
            arrangement: config.arrangement,
        }
    }

    /// What the sublayer gets.
    ///
    /// # Shapes
    ///
    /// `[.., hidden]` to `[.., hidden]`.
    ///
    /// # Panics
    ///
    /// If the last axis has another size than `hidden`.
    // ANCHOR: before
    #[track_caller]
    pub fn before<'t>(&self, x: Var<'t>) -> Var<'t> {
        match self.arrangement {
            Arrangement::PreNorm => self.norm.forward(x),
            _ => x,
        }
    }

    // ANCHOR_END: before
    /// What the next sublayer gets, from the input `x` of this one and its result.
    ///
    /// # Shapes
    ///
    /// Both `[.., hidden]` to `[.., hidden]`.
    ///
    /// # Panics
    ///
    /// If the shapes differ, or if the last axis has another size than `hidden`.
    // ANCHOR: after
    #[track_caller]
    pub fn after<'t>(&self, x: Var<'t>, result: Var<'t>) -> Var<'t> {
        let result = self.dropout.forward(result);
        match self.arrangement {
            Arrangement::PostNorm => self.norm.forward(x + result),
            Arrangement::PreNorm | Arrangement::WithoutNorm => {
                x + result
            }
            Arrangement::WithoutResidual => self.norm.forward(result),
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
