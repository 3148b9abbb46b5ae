//! The steps of [`GruLayer::step`], faster: this is what a [`Gru`] runs.
//!
//! Two things are saved. The inputs of a sequence do not wait for its states, so one product with W serves
//! all steps. And what follows the two products of a step, a dozen small operations, is one operation of
//! the tape: [`Var::gru_gates`].

use super::{Gru, GruLayer, GruOutput};
use crate::tape::{Var, stack};

impl GruLayer {
    /// The state after each step. A sequence that has ended keeps its state.
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
    /// Like [`Gru::step`], for an input that comes as its product x W + b with the weights of the first
    /// layer. Who knows the inputs of many steps, or a part of them, multiplies them at once.
    ///
    /// # Shapes
    ///
    /// `projected`: `[batch, 3 * hidden]`; `state`: `[layers, batch, hidden]`. The output is
    /// `[batch, hidden]`.
    ///
    /// # Panics
    ///
    /// If a shape does not fit:
    /// `gru_step: [5, 9] with the state [2, 5, 4]: not [batch, 3 * hidden], [5, 12], and ..`
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
            "gru_step: {shape:?} with the state {started:?}: not [batch, 3 * hidden], \
             {:?}, and [layers, batch, hidden], {:?}",
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
