//! Reading sequences.

use ndarray::Array2;

use super::Gru;
use crate::tape::{Var, stack};

/// What a [`Gru`] has read.
#[derive(Clone, Copy, Debug)]
pub struct GruOutput<'t> {
    /// The states of the last layer: `[batch, steps, hidden]`, and of [`Gru::step`] `[batch, hidden]`.
    pub outputs: Var<'t>,
    /// The states of all layers after the last step: `[layers, batch, hidden]`.
    pub state: Var<'t>,
}

impl Gru {
    /// Reads all steps of a batch of sequences, from this state or from zeros.
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

    /// Like [`Gru::forward`] for sequences of several lengths, with padding after the shorter ones.
    ///
    /// At the end of a sequence its state is frozen: neither the final state nor any output depends on
    /// what stands in the padding. (Gradients do not either, as long as it is finite.) The outputs in
    /// the padding repeat the last state, so the last output is always the final state; PyTorch puts
    /// zeros there. A sequence of length 0 keeps the state that it starts with.
    ///
    /// # Shapes
    ///
    /// `x`: `[batch, steps, inputs]`; `start`: `[layers, batch, hidden]`; one length for each sequence.
    ///
    /// # Panics
    ///
    /// If a shape does not fit, if there are no steps, or if a length is larger than their number.
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
        assert!(steps > 0, "gru: {:?}: there are no steps", x.shape());
        assert!(
            lens.len() == batch && lens.iter().all(|&len| len <= steps),
            "gru: {:?} with the lengths {lens:?}: not {batch} of at most {steps}",
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

    /// Reads one step: what a decoder does that makes its next input from its last output.
    ///
    /// Step by step, the numbers are those of [`Gru::forward`], to the last bit (with dropout, only on
    /// tapes that are not for training).
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

    /// Panics unless the shapes are those of this layer.
    #[track_caller]
    fn check(&self, operation: &str, x: Var<'_>, start: Option<Var<'_>>) {
        let (shape, first) = (x.shape(), &self.layers[0]);
        let (inputs, hidden) = (first.inputs(), first.hidden_size());
        assert!(
            shape[shape.len() - 1] == inputs,
            "{operation}: {shape:?}: not [.., {inputs}], the number of inputs"
        );
        let Some(start) = start.map(Var::shape) else {
            return;
        };
        let needed = [self.layers.len(), shape[0], hidden];
        assert!(
            start == needed,
            "{operation}: {shape:?} with the state {start:?}: not [layers, batch, hidden], {needed:?}"
        );
    }
}
