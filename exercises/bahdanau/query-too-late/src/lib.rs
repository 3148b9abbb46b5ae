//! The map of a given source and target.

use attention::Real;
use attention::bahdanau::{Bahdanau, Memory};
use attention::data::Padded;
use attention::encoder_decoder::EncoderDecoder;
use attention::mask::Mask;
use attention::nn::Tokens;
use attention::tape::{Attended, Mode, Tape, Var, concat, stack};
use ndarray::{Array2, array};

/// Returns the context and the weights for this state, `[layers, 1, hidden]`.
fn look<'t>(model: &Bahdanau, memory: &Memory<'t>, state: Var<'t>) -> Attended<'t> {
    let query = state.index(0, model.gru.layers.len() - 1); // [1, hidden]
    model.attention.forward_projected(
        query.insert_axis(1), // [1, 1, hidden]
        memory.projected_keys,
        memory.values,
        &Mask::valid_lens(memory.lens.as_slice()),
    )
}

/// Returns the logits of each step, and the weights of its context.
///
/// # Shapes
///
/// One source, and the inputs of the decoder: `BOS` and the target without its last
/// token, all in the vocabulary. The result: logits `[steps, vocab]` and weights
/// `[steps, keys]`.
pub fn map_of(
    model: &Bahdanau,
    source: &Padded,
    inputs: &[usize],
) -> (Array2<Real>, Array2<Real>) {
    let tape = Tape::new(Mode::Eval, 0);
    let start = model.start(&tape, source);
    let look = |state| look(model, &start.memory, state);
    let mut state = start.state; // [layers, 1, hidden]
    let (mut logits, mut rows) = (Vec::new(), Vec::new());
    for &token in inputs {
        let token = Tokens::new(array![token], model.target_vocab());
        let token = token.expect("it is in the vocabulary");
        let token = model.embedding.forward(&tape, &token); // [1, embed]
        let seen = look(state);
        let context = seen.output.index(1, 0); // [1, hidden]
        let read = model.gru.step(concat(&[context, token], 1), state);
        state = read.state;
        logits.push(model.output.forward(read.outputs).index(0, 0));
        //@ solution
        rows.push(seen.weights.index(1, 0).index(0, 0));
        //@ stub rows.push(look(state).weights.index(1, 0).index(0, 0));
        //@ end
    }
    let array = |rows: &[Var]| {
        let rows = stack(rows, 0).value().into_owned();
        rows.into_dimensionality().expect("rows of numbers")
    };
    (array(&logits), array(&rows))
}
exercise_solutions::tests!(query_too_late);
