//! From vectors to logits.

use ndarray::Array1;
use rand::Rng;

use super::Config;
use crate::nn::{Embedding, Linear, Module, Param, Visitor};
use crate::tape::Var;

/// The logits of the next token, from the vector after the last block.
///
/// | parameter | shape |
/// |---|---|
/// | `weight` | `[hidden, vocab]`, unless tied |
/// | `bias` | `[vocab]` |
///
/// # Source
///
/// Press, Wolf (2017), *Using the output embedding to improve language models*, for weight tying.
///
/// # Example
///
/// ```
/// use attention::nn::{Embedding, Module};
/// use attention::tape::{Mode, Tape};
/// use attention::transformer::{Config, OutputLayer};
/// use ndarray::Array3;
/// use rand::{SeedableRng, rngs::ChaCha8Rng};
///
/// let rng = &mut ChaCha8Rng::seed_from_u64(0);
/// let table = Embedding::new(90, 20, rng);
/// let own = OutputLayer::new(90, &Config::new(20, 5), rng);
/// let tied = OutputLayer::new(90, &Config { tied: true, ..Config::new(20, 5) }, rng);
/// assert_eq!([own.param_count(), tied.param_count()], [90 * 20 + 90, 90]);
///
/// let tape = Tape::new(Mode::Eval, 0);
/// let logits = tied.forward(tape.constant(Array3::ones((3, 6, 20))), &table);
/// assert_eq!(logits.shape(), [3, 6, 90]);
/// ```
// ANCHOR: output_layer
#[derive(Clone, Debug)]
pub enum OutputLayer {
    /// A matrix of its own, and a bias.
    Own(Linear),
    /// The embedding table as the matrix, and this bias.
    Tied(Param),
}
// ANCHOR_END: output_layer

impl OutputLayer {
    /// Creates a layer with random parameters, tied if the config says so.
    // ANCHOR: output_layer_new
    pub fn new(
        vocab: usize,
        config: &Config,
        rng: &mut dyn Rng,
    ) -> Self {
        match config.tied {
            false => Self::Own(Linear::new(config.hidden, vocab, rng)),
            true => Self::Tied(Param::new(Array1::zeros(vocab))),
        }
    }
    // ANCHOR_END: output_layer_new

    /// Returns the logits, `[.., vocab]`; a tied layer reads the table of `embedding`.
    // ANCHOR: output_layer_forward
    #[track_caller]
    pub fn forward<'t>(
        &self,
        x: Var<'t>,
        embedding: &Embedding,
    ) -> Var<'t> {
        match self {
            Self::Own(linear) => linear.forward(x), // [.., vocab]
            Self::Tied(bias) => {
                // [vocab, hidden]
                let table = x.tape().param(&embedding.weight);
                x.affine(table.transpose(), x.tape().param(bias))
            }
        }
    }
    // ANCHOR_END: output_layer_forward

    /// Returns the size of the vocabulary.
    // ANCHOR: output_layer_vocab
    pub fn vocab(&self) -> usize {
        match self {
            Self::Own(linear) => linear.weight.shape()[1],
            Self::Tied(bias) => bias.shape()[0],
        }
    }
    // ANCHOR_END: output_layer_vocab
}

impl Module for OutputLayer {
    fn visit(&self, visitor: &mut Visitor<'_>) {
        match self {
            Self::Own(linear) => linear.visit(visitor),
            Self::Tied(bias) => visitor.param("bias", bias),
        }
    }
}
