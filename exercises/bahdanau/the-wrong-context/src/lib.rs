//! One step of a decoder without attention.

use attention::encoder_decoder::{FixedContext, FixedContextState};
use attention::nn::Tokens;
use attention::tape::{Tape, Var, concat};
use ndarray::array;

/// Reads the last token of one sentence, an index into the vocabulary; returns the
/// logits of the next token and the state for the next step.
///
/// # Shapes
///
/// One sentence: context `[1, hidden]`, state `[layers, 1, hidden]`. The logits are
/// `[1, vocab]`.
pub fn step<'t>(
    model: &FixedContext,
    tape: &'t Tape,
    token: usize,
    state: FixedContextState<'t>,
) -> (Var<'t>, FixedContextState<'t>) {
    let vocab = model.output.weight.shape()[1];
    let token = Tokens::new(array![token], vocab).expect("it is in the vocabulary");
    let embedded = model.embedding.forward(tape, &token); // [1, embed]
    let read = model.gru.step(concat(&[state.context, embedded], 1), state.state);
    let logits = model.output.forward(read.outputs);
    //@ solution
    let context = state.context;
    //@ stub let context = read.outputs;
    //@ end
    (logits, FixedContextState { context, state: read.state })
}
exercise_solutions::tests!(the_wrong_context);
