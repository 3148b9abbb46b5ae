//! From tokens to vectors with positions.

use rand::Rng;

use super::Config;
use crate::Real;
use crate::nn::{
    Dropout, Embedding, Module, Param, SinusoidalPositions, Tokens,
    Visitor, init,
};
use crate::tape::{Tape, Var};

/// Looks up the vector of each token, multiplies it by √hidden, and adds its position.
///
/// The entries of the table start with standard deviation 1 / √hidden, so the scaled vectors have
/// entries of size 1, comparable to the positions, whose mean square is ½. A table that starts with
/// standard deviation 1, as in [`Embedding::new`], would drown out the positions.
///
/// | parameter | shape | starts as |
/// |---|---|---|
/// | `embedding.weight` | `[vocab, hidden]` | normal with mean 0 and standard deviation 1 / √hidden |
///
/// # Source
///
/// Vaswani et al. (2017), *Attention is all you need*, Sections 3.4, 3.5, and 5.4. The
/// initialization is from the program that its authors published.
///
/// # Example
///
/// ```
/// use attention::nn::Tokens;
/// use attention::tape::{Mode, Tape};
/// use attention::transformer::{Config, InputLayer};
/// use ndarray::array;
/// use rand::{SeedableRng, rngs::ChaCha8Rng};
///
/// let input = InputLayer::new(90, &Config::new(20, 5), &mut ChaCha8Rng::seed_from_u64(0));
/// let tape = Tape::new(Mode::Eval, 0);
/// let twice = input.forward(&tape, &Tokens::new(array![[7, 7]], 90)?, 0);
/// assert_eq!(twice.shape(), [1, 2, 20]);
/// assert_ne!(twice.index(1, 0).value(), twice.index(1, 1).value()); // another position
///
/// let second = input.forward(&tape, &Tokens::new(array![[7]], 90)?, 1);
/// assert_eq!(second.index(1, 0).value(), twice.index(1, 1).value());
/// # Ok::<(), attention::nn::DataError>(())
/// ```
// ANCHOR: input_layer
#[derive(Clone, Debug)]
pub struct InputLayer {
    /// One row for each token.
    pub embedding: Embedding,
    /// `None` in a model without positions.
    pub positions: Option<SinusoidalPositions>,
    /// The dropout of the sum in training.
    pub dropout: Dropout,
}
// ANCHOR_END: input_layer

impl InputLayer {
    /// Creates a layer with a random table.
    // ANCHOR: input_layer_new
    pub fn new(
        vocab: usize,
        config: &Config,
        rng: &mut dyn Rng,
    ) -> Self {
        let hidden = config.hidden;
        let std = (hidden as Real).sqrt().recip();
        let weight =
            Param::new(init::normal((vocab, hidden), std, rng));
        Self {
            embedding: Embedding { weight },
            positions: config
                .positions
                .then(|| SinusoidalPositions::new(hidden)),
            dropout: config.dropout,
        }
    }
    // ANCHOR_END: input_layer_new

    /// Returns the vectors of tokens, the first of which has this position:
    /// `[batch, steps, hidden]`.
    // ANCHOR: input_layer_forward
    #[track_caller]
    pub fn forward<'t>(
        &self,
        tape: &'t Tape,
        tokens: &Tokens, // [batch, steps]
        position: usize,
    ) -> Var<'t> {
        let embedded = self.embedding.forward(tape, tokens);
        let [_batch, _steps, hidden] = embedded.dims();
        let scaled = embedded * (hidden as Real).sqrt();
        self.dropout.forward(match self.positions {
            Some(positions) => positions.forward(scaled, position),
            None => scaled,
        })
    }
    // ANCHOR_END: input_layer_forward
}

impl Module for InputLayer {
    fn visit(&self, visitor: &mut Visitor<'_>) {
        visitor.module("embedding", &self.embedding);
    }
}
