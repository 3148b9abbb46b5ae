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
    /// `x`: `[batch, steps, inputs]`; `start`: `[layers, batch, hidden]`.
    ///
    /// # Panics
    ///
    /// If a shape does not fit, or if there are no steps.
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
    /// `x`: `[batch, steps, inputs]`; `start`: `[layers, batch, hidden]`; `lens`: one length for
    /// each sequence.
    ///
    /// # Panics
    ///
    /// If a shape does not fit, if there are no steps, or if a length exceeds the number of steps.
    ///
    /// # Example
    ///
    /// ```
    /// use attention::nn::Gru;
    /// use attention::tape::{Mode, Tape};
    /// use ndarray::Array3;
    /// use rand::{SeedableRng, rngs::ChaCha8Rng};
    ///
    /// let gru = Gru::new(1, 4, 1, &mut ChaCha8Rng::seed_from_u64(0));
    /// let tape = Tape::new(Mode::Eval, 0);
    /// let x = tape.constant(Array3::ones((1, 5, 1)));
    /// let short = gru.forward(x.slice(1, ..3), None);
    /// let padded = gru.forward_with_lens(x, None, &[3]);
    /// assert_eq!(padded.state.value(), short.state.value());
    /// ```
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
            let zeros = || {
                x.tape()
                    .constant(Array2::zeros((batch, layer.hidden_size())))
            };
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
    ///
    /// # Panics
    ///
    /// If a shape does not fit.
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
    /// let x = tape.constant(Array3::ones((5, 2, 3)));
    /// let first = gru.step(x.index(1, 0), tape.constant(Array3::zeros((2, 5, 4))));
    /// let second = gru.step(x.index(1, 1), first.state);
    /// assert_eq!(second.state.value(), gru.forward(x, None).state.value());
    /// ```
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
