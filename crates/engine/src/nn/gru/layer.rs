//! One layer of gated recurrent units.

use ndarray::{Array1, Axis, concatenate};
use rand::Rng;

use crate::nn::{Linear, Module, Param, Visitor, init};
use crate::tape::Var;

/// One layer of a [`Gru`](super::Gru), which has the equations.
///
/// # Example
///
/// ```
/// use attention::nn::{GruLayer, Module};
/// use rand::{SeedableRng, rngs::ChaCha8Rng};
///
/// let layer = GruLayer::new(3, 4, &mut ChaCha8Rng::seed_from_u64(0));
/// assert_eq!(layer.param_count(), 3 * (3 * 4 + 4) + 3 * (4 * 4 + 4));
/// ```
#[derive(Clone, Debug)]
pub struct GruLayer {
    /// What comes from the input: W and b of all three, in the order r, z, n.
    pub input: Linear,
    /// What comes from the state: U and c of all three, in the order r, z, n.
    pub hidden: Linear,
}

impl GruLayer {
    /// A layer with random weights and all biases 0.
    ///
    /// # Example
    ///
    /// ```
    /// use attention::nn::GruLayer;
    /// use rand::{SeedableRng, rngs::ChaCha8Rng};
    ///
    /// let layer = GruLayer::new(3, 4, &mut ChaCha8Rng::seed_from_u64(0));
    /// assert_eq!(layer.input.weight.shape(), [3, 12]);
    /// assert_eq!(layer.hidden.weight.shape(), [4, 12]);
    /// ```
    pub fn new(inputs: usize, hidden: usize, rng: &mut impl Rng) -> Self {
        Self {
            input: gates(inputs, hidden, rng),
            hidden: gates(hidden, hidden, rng),
        }
    }

    /// How many numbers one input has.
    pub(super) fn inputs(&self) -> usize {
        self.input.weight.shape()[0]
    }

    /// How many numbers the state has.
    pub(super) fn hidden_size(&self) -> usize {
        self.hidden.weight.shape()[0]
    }

    /// The state after each step: the inputs of all steps in one product, the states one by one.
    // ANCHOR: gru_layer
    pub(super) fn forward<'t>(
        &self,
        x: Var<'t>,
        start: Var<'t>,
        lens: &[usize],
    ) -> Vec<Var<'t>> {
        let [_batch, steps, _inputs] = x.dims();
        let inputs = self.input.forward(x); // [batch, steps, 3 * hidden]
        let mut state = start;
        let after = |step| {
            let ended: Vec<bool> = lens.iter().map(|&len| len <= step).collect();
            if !ended.iter().all(|&ended| ended) {
                let hidden = self.hidden.forward(state); // [batch, 3 * hidden]
                state = inputs.index(1, step).gru_gates(hidden, state, &ended);
            }
            state
        };
        (0..steps).map(after).collect()
    }
    // ANCHOR_END: gru_layer

    /// The state after one step, from the product of its input with the weights of this layer,
    /// `[batch, 3 * hidden]`, and the state before it, `[batch, hidden]`.
    pub(super) fn step<'t>(&self, inputs: Var<'t>, state: Var<'t>) -> Var<'t> {
        let [batch, _hidden] = state.dims();
        inputs.gru_gates(self.hidden.forward(state), state, &vec![false; batch])
    }
}

/// Three linear layers side by side, each with weights as if it were alone.
#[doc(hidden)]
pub fn gates(inputs: usize, hidden: usize, rng: &mut impl Rng) -> Linear {
    let weights = [(); 3].map(|()| init::xavier_uniform(inputs, hidden, rng));
    let views = weights.each_ref().map(|weight| weight.view());
    let weight = concatenate(Axis(1), &views).expect("all three have the same rows");
    Linear {
        weight: Param::new(weight),
        bias: Some(Param::new(Array1::zeros(3 * hidden))),
    }
}

impl Module for GruLayer {
    fn visit(&self, visitor: &mut Visitor<'_>) {
        visitor.module("input", &self.input);
        visitor.module("hidden", &self.hidden);
    }
}
