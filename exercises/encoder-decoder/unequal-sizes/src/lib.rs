//! A decoder whose sizes differ from the sizes of the encoder.

use attention::{nn::Linear, tape::Var};

/// The hidden size of each layer of the decoder in the question about parameters.
//@ param hidden
pub const DECODER_HIDDEN: usize = 48;

/// Returns the initial state of a decoder, from the final states of an encoder.
///
/// For each sentence, the states of all layers of the encoder are concatenated, layer 0
/// first. Each linear layer, followed by a tanh, turns them into the state of one layer
/// of the decoder: `bridge[0]` for layer 0, and so on.
///
/// # Shapes
///
/// `encoder_state`: `[layers, batch, hidden]` of the encoder; the result:
/// `[layers, batch, hidden]` of the decoder. A layer of the bridge has
/// `layers * hidden` inputs (of the encoder) and `hidden` outputs (of the decoder).
pub fn start_state<'t>(bridge: &[Linear], encoder_state: Var<'t>) -> Var<'t> {
    //@ solution
    use attention::tape::stack;

    let [layers, batch, hidden] = encoder_state.dims();
    let by_sentence = encoder_state.permute(&[1, 0, 2]); // [batch, layers, hidden]
    let side_by_side = by_sentence.reshape(&[batch, layers * hidden]);
    let states = bridge.iter().map(|linear| linear.forward(side_by_side).tanh());
    stack(&states.collect::<Vec<_>>(), 0)
    //@ stub todo!("through {bridge:?} from {encoder_state:?}")
    //@ end
}

/// Returns the number of parameters of the bridge between an encoder of 2 layers with
/// 64 units each and a decoder of 3 layers with `DECODER_HIDDEN` units each.
pub fn bridge_parameters() -> usize {
    //@ solution
    let weights = (2 * 64) * DECODER_HIDDEN;
    3 * (weights + DECODER_HIDDEN)
    //@ stub todo!("a number made of {DECODER_HIDDEN}")
    //@ end
}
exercise_solutions::tests!(unequal_sizes);
