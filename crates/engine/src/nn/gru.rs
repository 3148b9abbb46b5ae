//! Gated recurrent units.

mod fused;
mod layer;
mod reading;

use rand::Rng;

pub use layer::GruLayer;
pub use reading::GruOutput;

use super::{Dropout, Module, Visitor};

/// A stack of layers of gated recurrent units, which read a sequence step by step.
///
/// At each step, a layer with state h reads an input x. It computes a reset gate r, an update gate
/// z, and a candidate n, and interpolates between the candidate and the old state, as in
/// [Equation (C.4)](#eq:gru). Here, σ is the sigmoid and ∘ the elementwise product:
///
/// ```math
/// \begin{aligned}
/// r &= \sigma(x W_r + b_r + h U_r + c_r) \\
/// z &= \sigma(x W_z + b_z + h U_z + c_z) \\
/// n &= \tanh(x W_n + b_n + r \circ (h U_n + c_n)) \\
/// h' &= (1 - z) \circ n + z \circ h
/// \end{aligned}
/// ```
///
/// The states of a layer are the inputs of the next one. One parameter holds the three matrices W
/// of a layer next to each other, in the order r, z, n; the same is true of U, b, and c:
///
/// | parameter | shape | initial value |
/// |---|---|---|
/// | `layers.0.input.weight`: W | `[inputs, 3 * hidden]`, in later layers `[hidden, 3 * hidden]` | [Xavier uniform](super::init::xavier_uniform), separately for each third |
/// | `layers.0.input.bias`: b | `[3 * hidden]` | 0 |
/// | `layers.0.hidden.weight`: U | `[hidden, 3 * hidden]` | Xavier uniform, separately for each third |
/// | `layers.0.hidden.bias`: c | `[3 * hidden]` | 0 |
///
/// PyTorch calls them `weight_ih_l0`, `bias_ih_l0`, `weight_hh_l0`, and `bias_hh_l0`, transposes
/// the matrices, and initializes all of them uniformly between ±1 / √hidden.
///
/// # Two conventions
///
/// The equations above follow PyTorch. Other sources differ in two respects; the papers also omit
/// the biases:
///
/// | | here, PyTorch, Cho et al. (first version) | Cho et al. (published), D2L | Bahdanau et al. |
/// |---|---|---|---|
/// | candidate | n = tanh(x Wn + bn + r ∘ (h Un + cn)) | n = tanh(x Wn + bn + (r ∘ h) Un) | n = tanh(x Wn + bn + (r ∘ h) Un) |
/// | new state | h' = (1 - z) ∘ n + z ∘ h | h' = (1 - z) ∘ n + z ∘ h | h' = z ∘ n + (1 - z) ∘ h |
///
/// The two forms of the new state differ in notation only: exchanging z and 1 - z turns one into
/// the other. Because 1 - σ(a) = σ(-a), negating Wz, Uz, and the biases of z converts a model.
///
/// The position of the reset gate is a real difference. Before the product, r scales entries of the
/// old state, each of which affects all entries of h Un. After the product, r scales entries of the
/// result. Except for hidden size 1 and cn = 0, no change of the weights converts one into the
/// other. Applying the gate after the product is faster, because one product multiplies h by all
/// three U.
///
/// # Source
///
/// Cho et al. (2014), *Learning phrase representations using RNN encoder-decoder for statistical
/// machine translation*, Equations 5 to 8. Equation 8 applies the reset gate before the product;
/// the first version, arXiv:1406.1078v1, after it. Bahdanau, Cho, and Bengio (2015), Appendix
/// A.1.1.
///
/// # Example
///
/// ```
/// use attention::nn::Gru;
/// use attention::tape::{Mode, Tape};
/// use ndarray::Array3;
/// use rand::{SeedableRng, rngs::ChaCha8Rng};
///
/// let gru = Gru::new(3, 4, 2, &mut ChaCha8Rng::seed_from_u64(0));
/// let tape = Tape::new(Mode::Eval, 0);
/// let x = tape.constant(Array3::ones((5, 7, 3))); // [batch, steps, inputs]
/// let read = gru.forward(x, None);
/// assert_eq!(read.outputs.shape(), [5, 7, 4]); // [batch, steps, hidden]
/// assert_eq!(read.state.shape(), [2, 5, 4]); // [layers, batch, hidden]
/// ```
#[derive(Clone, Debug)]
pub struct Gru {
    /// The layers, from the input to the output.
    pub layers: Vec<GruLayer>,
    /// The dropout that is applied to the outputs of each layer except the last.
    pub dropout: Dropout,
}

impl Gru {
    /// Creates layers with random weights and all biases 0, without dropout.
    ///
    /// # Panics
    ///
    /// If `layers` is 0.
    #[track_caller]
    pub fn new(inputs: usize, hidden: usize, layers: usize, rng: &mut dyn Rng) -> Self {
        assert!(layers > 0, "gru: number of layers must be at least 1");
        let layer = |index| {
            let inputs = if index == 0 { inputs } else { hidden };
            GruLayer::new(inputs, hidden, rng)
        };
        Self { layers: (0..layers).map(layer).collect(), dropout: Dropout::off() }
    }
}

impl Module for Gru {
    fn visit(&self, visitor: &mut Visitor<'_>) {
        visitor.module("layers", &self.layers);
    }
}
