//! Reading sequences with a GRU.

use ndarray::Array2;

use super::Gru;
use crate::tape::{Var, stack};

/// The output of a [`Gru`].
#[derive(Clone, Copy, Debug)]
pub struct GruOutput<'t> {
    /// The states of the last layer, `[batch, steps, hidden]`, or `[batch, hidden]` for
    /// [`Gru::step`].
    pub outputs: Var<'t>,
    /// The states of all layers after the last step, `[layers, batch, hidden]`.
    pub state: Var<'t>,
}

impl Gru {
    /// Reads a batch of sequences, starting from the given state or from zeros.
    ///
    /// # Shapes
    ///
    /// `x`: `[batch, steps, inputs]` with at least one step; `start`: `[layers, batch, hidden]`.
    #[track_caller]
    pub fn forward<'t>(&self, x: Var<'t>, start: Option<Var<'t>>) -> GruOutput<'t> {
        let [batch, steps, _] = x.dims();
        self.forward_with_lens(x, start, &vec![steps; batch])
    }

    /// Reads a batch of padded sequences, starting from the given state or from zeros.
    ///
    /// The state of a sequence does not change after its end, so padding affects neither the final
    /// state nor the outputs. It does not affect gradients either, provided it is finite. The
    /// outputs in the padding repeat the last state, so the last output is always the final state;
    /// in PyTorch, they are 0. A sequence of length 0 keeps its initial state.
    ///
    /// # Shapes
    ///
    /// As [`Gru::forward`]; `lens`: for each sequence, a length of at most `steps`.
    #[doc(alias = "pack_padded_sequence")]
    #[track_caller]
    pub fn forward_with_lens<'t>(
        &self,
        x: Var<'t>,
        start: Option<Var<'t>>,
        lens: &[usize],
    ) -> GruOutput<'t> {
        let [batch, steps, _] = x.dims();
        self.check("gru", x, start);
        assert!(steps > 0, "gru: {:?}: needs at least one step", x.shape());
        assert!(
            lens.len() == batch && lens.iter().all(|&len| len <= steps),
            "gru: {:?} with lengths {lens:?}: expected {batch} of at most {steps}",
            x.shape()
        );
        let mut outputs = x;
        let mut states = Vec::with_capacity(self.layers.len());
        for (index, layer) in self.layers.iter().enumerate() {
            if index > 0 {
                outputs = self.dropout.forward(outputs);
            }
            let zeros =
                || x.tape().constant(Array2::zeros((batch, layer.hidden_size())));
            let start = start.map_or_else(zeros, |start| start.index(0, index));
            let visited = layer.forward(outputs, start, lens);
            states.push(visited[steps - 1]);
            outputs = stack(&visited, 1);
        }
        let state = stack(&states, 0);
        GruOutput { outputs, state }
    }

    /// Reads one step, as an autoregressive decoder does.
    ///
    /// Without dropout, the results equal the rows of [`Gru::forward`] to the last bit.
    ///
    /// # Shapes
    ///
    /// `x`: `[batch, inputs]`; `state`: `[layers, batch, hidden]`. The output is `[batch, hidden]`.
    #[track_caller]
    pub fn step<'t>(&self, x: Var<'t>, state: Var<'t>) -> GruOutput<'t> {
        let [_batch, _inputs] = x.dims();
        self.check("gru_step", x, Some(state));
        self.step_projected(self.layers[0].input.forward(x), state)
    }

    /// Panics unless the shapes fit the layers.
    #[track_caller]
    fn check(&self, operation: &str, x: Var<'_>, start: Option<Var<'_>>) {
        let (shape, first) = (x.shape(), &self.layers[0]);
        let (inputs, hidden) = (first.inputs(), first.hidden_size());
        assert!(
            shape[shape.len() - 1] == inputs,
            "{operation}: {shape:?}: expected [.., {inputs}]"
        );
        let Some(start) = start.map(Var::shape) else {
            return;
        };
        let needed = [self.layers.len(), shape[0], hidden];
        assert!(
            start == needed,
            "{operation}: {shape:?} with state {start:?}: expected state {needed:?}"
        );
    }
}
