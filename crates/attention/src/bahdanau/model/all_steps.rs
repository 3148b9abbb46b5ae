//! Teacher forcing, with the same result as one `step` after the other, but faster.
//!
//! The first layer multiplies the concatenated context and token by its matrix. This is the sum of
//! two products, one with the rows for the context and one with the rows for the token. All tokens
//! are known in advance, so one product multiplies the tokens of all steps, and the loop multiplies
//! only the context. One product also computes the logits of all steps.

use crate::bahdanau::{Bahdanau, BahdanauState};
use crate::data::Padded;
use crate::encoder_decoder::{Decoded, EncoderDecoder};
use crate::nn::Tokens;
use crate::tape::{Tape, stack};

impl Bahdanau {
    #[track_caller]
    pub(super) fn all_steps<'t>(
        &self,
        tape: &'t Tape,
        source: &Padded,
        inputs: &Tokens, // [batch, steps]
    ) -> Decoded<'t> {
        let BahdanauState { memory, mut state } =
            self.start(tape, source);
        let first = &self.gru.layers[0];
        let weight = tape.param(&first.input.weight); // [hidden + embed, 3 * hidden]
        let hidden = first.hidden.weight.shape()[0];
        let (of_context, of_token) =
            (weight.slice(0, ..hidden), weight.slice(0, hidden..));

        let embedded = self.embedding.forward(tape, inputs); // [batch, steps, embed]
        let embedded = self.dropout.forward(embedded);
        let tokens = match &first.input.bias {
            Some(bias) => embedded.affine(of_token, tape.param(bias)),
            None => embedded.matmul(of_token),
        }; // [batch, steps, 3 * hidden]
        let [_batch, steps, _gates] = tokens.dims();
        let (mut outputs, mut weights) = (Vec::new(), Vec::new());
        for step in 0..steps {
            let query = state.index(0, self.gru.layers.len() - 1); // [batch, hidden]
            let (context, looked) = self.look(query, &memory);
            let input =
                tokens.index(1, step) + context.matmul(of_context);
            let read = self.gru.step_projected(input, state);
            outputs.push(read.outputs);
            weights.push(looked);
            state = read.state;
        }
        let logits = self.output.forward(stack(&outputs, 1)); // [batch, steps, vocab]
        let weights = Some(stack(&weights, 1)); // [batch, steps, keys]
        Decoded { logits, weights }
    }
}
