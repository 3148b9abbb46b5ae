//! A faster version of [`GruLayer::step`], which [`Gru`] uses.
//!
//! The inputs of a sequence do not depend on its states, so one product with W serves all steps.
//! The dozen small operations that follow the two products of a step are one operation of the tape,
//! [`Var::gru_gates`].

use super::{Gru, GruLayer, GruOutput};
use crate::tape::{Var, stack};

impl GruLayer {
    /// Returns the state after each step. A sequence that has ended keeps its state.
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
}

impl Gru {
    /// Reads one step like [`Gru::step`], given the product x W + b with the weights of the first
    /// layer.
    ///
    /// If some or all inputs are known in advance, one product can project the inputs of many
    /// steps.
    ///
    /// # Shapes
    ///
    /// `projected`: `[batch, 3 * hidden]`; `state`: `[layers, batch, hidden]`. The output is
    /// `[batch, hidden]`.
    #[track_caller]
    pub fn step_projected<'t>(
        &self,
        projected: Var<'t>,
        state: Var<'t>,
    ) -> GruOutput<'t> {
        let (shape, started) = (projected.shape(), state.shape());
        let (layers, hidden) = (self.layers.len(), self.layers[0].hidden_size());
        let batch = shape[0];
        assert!(
            shape == [batch, 3 * hidden] && started == [layers, batch, hidden],
            "gru_step: {shape:?} with state {started:?}: expected {:?} with state {:?}",
            [batch, 3 * hidden],
            [layers, batch, hidden]
        );
        let running = vec![false; batch];
        let mut outputs = projected;
        let mut states = Vec::with_capacity(layers);
        for (index, layer) in self.layers.iter().enumerate() {
            if index > 0 {
                outputs = layer.input.forward(self.dropout.forward(outputs));
            }
            let state = state.index(0, index);
            outputs = outputs.gru_gates(layer.hidden.forward(state), state, &running);
            states.push(outputs);
        }
        let state = stack(&states, 0);
        GruOutput { outputs, state }
    }
}
