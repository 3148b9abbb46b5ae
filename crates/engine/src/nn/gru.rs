//! The gated recurrent unit.

mod fused;
mod layer;
mod reading;

use rand::Rng;

pub use layer::GruLayer;
pub use reading::GruOutput;

use super::{ConfigError, Dropout, Module, Visitor};
use crate::Real;

/// Layers of gated recurrent units: read a sequence step by step, and carry a state along.
///
/// At each step a layer with the state h reads an input x and computes a reset gate r, an update gate
/// z, a new state n, and mixes the new state with the old one, entry by entry (σ is the logistic
/// function, ∘ the product entry by entry):
///
/// ```text
/// r  = σ(x Wr + br + h Ur + cr)
/// z  = σ(x Wz + bz + h Uz + cz)
/// n  = tanh(x Wn + bn + r ∘ (h Un + cn))
/// h' = (1 - z) ∘ n + z ∘ h
/// ```
///
/// The outputs of a layer, its states, are the inputs of the next one. The three matrices W of a layer
/// lie side by side in one parameter, in the order r, z, n, and so do the three U, b and c:
///
/// | parameter | shape | starts as |
/// |---|---|---|
/// | `layers.0.input.weight`: W | `[inputs, 3 * hidden]`, in the next layers `[hidden, 3 * hidden]` | [Xavier uniform](super::init::xavier_uniform), each of the three |
/// | `layers.0.input.bias`: b | `[3 * hidden]` | 0 |
/// | `layers.0.hidden.weight`: U | `[hidden, 3 * hidden]` | Xavier uniform, each of the three |
/// | `layers.0.hidden.bias`: c | `[3 * hidden]` | 0 |
///
/// PyTorch calls them `weight_ih_l0`, `bias_ih_l0`, `weight_hh_l0` and `bias_hh_l0`, has the matrices
/// transposed, and starts all of them uniform between ±1 / √hidden.
///
/// # Two conventions
///
/// The equations above are those of PyTorch. Texts differ from them in two places (the papers leave
/// out the biases):
///
/// | | here, PyTorch, Cho et al. (first version) | Cho et al. (published), D2L | Bahdanau et al. |
/// |---|---|---|---|
/// | the new state | n = tanh(x Wn + bn + r ∘ (h Un + cn)) | n = tanh(x Wn + bn + (r ∘ h) Un) | n = tanh(x Wn + bn + (r ∘ h) Un) |
/// | the mixture | h' = (1 - z) ∘ n + z ∘ h | h' = (1 - z) ∘ n + z ∘ h | h' = z ∘ n + (1 - z) ∘ h |
///
/// The mixture is a matter of names. What one text calls z the other calls 1 - z, and because
/// 1 - σ(a) = σ(-a), a model of one kind becomes one of the other when Wz, Uz and the biases of z
/// change their sign.
///
/// The place of the reset gate is not. Before the product, r weakens entries of the old state, and
/// each entry of h Un feels all of them. After the product, r weakens entries of the result. No change
/// of the weights turns one into the other (with one hidden unit and cn = 0 they agree), so weights
/// that were learned in one convention are of no use in the other. After the product is faster: h can
/// be multiplied by all three U at once.
///
/// # Source
///
/// Cho et al. (2014), *Learning phrase representations using RNN encoder-decoder for statistical
/// machine translation*, Equations 5 to 8 (the new state, Equation 8, has the reset gate before the
/// product; in the first version, arXiv:1406.1078v1, it is after it); Bahdanau, Cho, Bengio (2015),
/// Appendix A.1.1.
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
    /// From the input to the output.
    pub layers: Vec<GruLayer>,
    /// What is dropped of the outputs of each layer but the last.
    pub dropout: Dropout,
}

impl Gru {
    /// Layers with random weights and all biases 0, without dropout.
    ///
    /// # Panics
    ///
    /// If there are no layers.
    #[track_caller]
    pub fn new(
        inputs: usize,
        hidden: usize,
        layers: usize,
        rng: &mut impl Rng,
    ) -> Self {
        assert!(layers > 0, "gru: there are no layers");
        let layer = |index| {
            let inputs = if index == 0 { inputs } else { hidden };
            GruLayer::new(inputs, hidden, rng)
        };
        Self {
            layers: (0..layers).map(layer).collect(),
            dropout: Dropout::off(),
        }
    }

    /// The same layers with dropout between them.
    ///
    /// # Errors
    ///
    /// [`ConfigError::DropoutRate`] unless the rate is at least 0 and below 1.
    pub fn with_dropout(mut self, rate: Real) -> Result<Self, ConfigError> {
        self.dropout = Dropout::new(rate)?;
        Ok(self)
    }
}

impl Module for Gru {
    fn visit(&self, visitor: &mut Visitor<'_>) {
        for (index, layer) in self.layers.iter().enumerate() {
            visitor.module(&format!("layers.{index}"), layer);
        }
    }
}

#[cfg(test)]
mod tests;
