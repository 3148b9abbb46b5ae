use rand::Rng;

use super::{Module, Param, Tokens, Visitor, init};
use crate::tape::{Tape, Var};

/// A table with one learned vector for each token of a vocabulary.
///
/// | parameter | shape | initial value |
/// |---|---|---|
/// | `weight` | `[vocab, dim]` | normal with mean 0 and standard deviation 1 |
///
/// With a standard deviation of 1, as in PyTorch, the size of the entries does not depend on `dim`.
/// A model that multiplies embeddings by √dim, as the Transformer does, needs a standard deviation
/// of 1 / √dim: replace the weight, as in the example below.
///
/// # Example
///
/// ```
/// use attention::nn::{Embedding, Param, Tokens, init};
/// use attention::tape::{Mode, Tape};
/// use ndarray::array;
/// use rand::{SeedableRng, rngs::ChaCha8Rng};
///
/// let mut rng = ChaCha8Rng::seed_from_u64(0);
/// let mut embedding = Embedding::new(3, 16, &mut rng);
/// embedding.weight = Param::new(init::normal((3, 16), 0.25, &mut rng)); // 1 / √16
///
/// let tape = Tape::new(Mode::Eval, 0);
/// let vectors = embedding.forward(&tape, &Tokens::new(array![[2, 0, 2]], 3)?);
/// assert_eq!(vectors.shape(), [1, 3, 16]);
/// # Ok::<(), attention::nn::DataError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Embedding {
    /// The table, `[vocab, dim]`.
    pub weight: Param,
}

impl Embedding {
    /// Creates a table of random vectors.
    pub fn new(vocab: usize, dim: usize, rng: &mut dyn Rng) -> Self {
        Self { weight: Param::new(init::normal((vocab, dim), 1.0, rng)) }
    }

    /// Returns the vector of each token.
    ///
    /// # Shapes
    ///
    /// Tokens `[..]` of a vocabulary of the same size to `[.., dim]`.
    #[track_caller]
    pub fn forward<'t>(&self, tape: &'t Tape, tokens: &Tokens) -> Var<'t> {
        let (shape, vocab) = (self.weight.shape(), tokens.vocab());
        assert!(
            shape[0] == vocab,
            "embedding: {shape:?}: vocabulary sizes {} and {vocab} differ",
            shape[0]
        );
        tape.param(&self.weight).rows(tokens.ids())
    }
}

impl Module for Embedding {
    fn visit(&self, visitor: &mut Visitor<'_>) {
        visitor.param("weight", &self.weight);
    }
}
