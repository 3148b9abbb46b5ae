//! A single layer of gated recurrent units.

use ndarray::{Array1, Axis, concatenate};
use rand::Rng;

use crate::nn::{Linear, Module, Param, Visitor, init};
use crate::tape::Var;

/// A layer of a [`Gru`](super::Gru), where the equations are.
#[derive(Clone, Debug)]
pub struct GruLayer {
    /// The projection of the input: W and b, in the order r, z, n.
    pub input: Linear,
    /// The projection of the state: U and c, in the order r, z, n.
    pub hidden: Linear,
}

impl GruLayer {
    /// Creates a layer with random weights and all biases 0.
    pub fn new(inputs: usize, hidden: usize, rng: &mut dyn Rng) -> Self {
        Self { input: gates(inputs, hidden, rng), hidden: gates(hidden, hidden, rng) }
    }

    /// Returns the size of an input.
    pub(super) fn inputs(&self) -> usize {
        self.input.weight.shape()[0]
    }

    /// Returns the hidden size.
    pub(super) fn hidden_size(&self) -> usize {
        self.hidden.weight.shape()[0]
    }

    /// Returns the state after one step, computed as in the equations.
    ///
    /// [`Gru`](super::Gru) computes it faster, with [`Var::gru_gates`].
    ///
    /// # Shapes
    ///
    /// `x`: `[batch, inputs]`; `state` and the result: `[batch, hidden]`.
    // ANCHOR: gru_step
    #[track_caller]
    pub fn step<'t>(&self, x: Var<'t>, state: Var<'t>) -> Var<'t> {
        let [_batch, hidden] = state.dims();
        let thirds = |sums: Var<'t>| {
            let third = |from| sums.slice(1, from..from + hidden);
            [0, hidden, 2 * hidden].map(third)
        };
        let [xr, xz, xn] = thirds(self.input.forward(x)); // x W + b
        // h U + c
        let [hr, hz, hn] = thirds(self.hidden.forward(state));

        let r = (xr + hr).sigmoid();
        let z = (xz + hz).sigmoid();
        let n = (xn + r * hn).tanh();
        (1.0 - z) * n + z * state
    }
    // ANCHOR_END: gru_step
}

/// Creates one linear layer out of three, each initialized separately.
fn gates(inputs: usize, hidden: usize, rng: &mut dyn Rng) -> Linear {
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
