//! Layers of attention whose score is a product of query and key.

use rand::Rng;

use crate::mask::Mask;
use crate::nn::{Dropout, Linear, Module, Visitor};
use crate::tape::{Attended, Var, attend};

/// Attention with the score qᵀk / √d, which has no parameters.
///
/// # Source
///
/// Vaswani et al. (2017), *Attention is all you need*, Equation 1.
///
/// # Example
///
/// ```
/// use attention::mask::Mask;
/// use attention::nn::Dropout;
/// use attention::scoring_functions::DotProductAttention;
/// use attention::tape::{Mode, Tape};
/// use ndarray::{Array3, array};
///
/// let tape = Tape::new(Mode::Eval, 0);
/// let queries = tape.constant(Array3::ones((1, 1, 2)));
/// let keys = tape.constant(Array3::ones((1, 3, 2)));
/// let values = tape.constant(array![[[2.0], [4.0], [90.0]]]);
/// let attention = DotProductAttention::new(Dropout::off());
/// let attended = attention.forward(queries, keys, values, &Mask::valid_lens([2]));
/// assert_eq!(attended.output.value(), array![[[3.0]]].into_dyn());
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DotProductAttention {
    /// The dropout of weights during training.
    pub dropout: Dropout,
}

impl DotProductAttention {
    /// Creates a layer with this dropout.
    pub fn new(dropout: Dropout) -> Self {
        Self { dropout }
    }

    /// Returns the mean of the values for each query, and the weights before dropout; see
    /// [`attend`].
    ///
    /// # Shapes
    ///
    /// `queries`: `[batch, queries, dim]`, `keys`: `[batch, keys, dim]`, `values`:
    /// `[batch, keys, value_dim]`, to `[batch, queries, value_dim]` and `[batch, queries, keys]`.
    ///
    /// # Panics
    ///
    /// If the sizes or the mask do not match.
    #[track_caller]
    pub fn forward<'t>(
        &self,
        queries: Var<'t>,
        keys: Var<'t>,
        values: Var<'t>,
        mask: &Mask,
    ) -> Attended<'t> {
        attend(queries, keys, values, mask, self.dropout.rate())
    }
}

impl Module for DotProductAttention {
    fn visit(&self, _: &mut Visitor<'_>) {}
}

/// Attention with the score qᵀMk / √d, where d is the size of a key and M is learned.
///
/// Queries and keys may have different sizes.
///
/// | parameter | shape | initialization |
/// |---|---|---|
/// | `matrix.weight` | `[query_dim, key_dim]` | [Xavier uniform](crate::nn::init::xavier_uniform) |
///
/// # Source
///
/// Luong, Pham, and Manning (2015), *Effective approaches to attention-based neural machine
/// translation*, Equation 8, where the score is called *general* and not divided by √d.
///
/// # Example
///
/// ```
/// use attention::mask::Mask;
/// use attention::nn::{Dropout, Module};
/// use attention::scoring_functions::BilinearAttention;
/// use attention::tape::{Mode, Tape};
/// use ndarray::{Array3, array};
/// use rand::{SeedableRng, rngs::ChaCha8Rng};
///
/// let mut rng = ChaCha8Rng::seed_from_u64(0);
/// let attention = BilinearAttention::new(20, 2, Dropout::off(), &mut rng);
/// assert_eq!(attention.param_count(), 40);
/// let tape = Tape::new(Mode::Eval, 0);
/// let queries = tape.constant(Array3::ones((1, 1, 20)));
/// let keys = tape.constant(Array3::ones((1, 3, 2)));
/// let values = tape.constant(array![[[2.0], [4.0], [90.0]]]);
/// let attended = attention.forward(queries, keys, values, &Mask::valid_lens([2]));
/// assert_eq!(attended.output.value(), array![[[3.0]]].into_dyn());
/// ```
#[derive(Clone, Debug)]
pub struct BilinearAttention {
    /// From `query_dim` to `key_dim`, without a bias.
    pub matrix: Linear,
    /// The dropout of weights during training.
    pub dropout: Dropout,
}

impl BilinearAttention {
    /// Creates a layer with a random matrix.
    pub fn new(
        query_dim: usize,
        key_dim: usize,
        dropout: Dropout,
        rng: &mut impl Rng,
    ) -> Self {
        Self {
            matrix: Linear::without_bias(query_dim, key_dim, rng),
            dropout,
        }
    }

    /// Returns the mean of the values for each query, and the weights before dropout.
    ///
    /// # Shapes
    ///
    /// `queries`: `[batch, queries, query_dim]`, `keys`: `[batch, keys, key_dim]`, `values`:
    /// `[batch, keys, value_dim]`, to `[batch, queries, value_dim]` and `[batch, queries, keys]`.
    ///
    /// # Panics
    ///
    /// If the sizes or the mask do not match.
    #[track_caller]
    pub fn forward<'t>(
        &self,
        queries: Var<'t>,
        keys: Var<'t>,
        values: Var<'t>,
        mask: &Mask,
    ) -> Attended<'t> {
        // The product of a query and the matrix has the size of a key.
        let queries = self.matrix.forward(queries); // [batch, queries, key_dim]
        attend(queries, keys, values, mask, self.dropout.rate())
    }
}

impl Module for BilinearAttention {
    fn visit(&self, visitor: &mut Visitor<'_>) {
        visitor.module("matrix", &self.matrix);
    }
}
