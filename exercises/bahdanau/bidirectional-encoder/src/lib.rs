//! An encoder that has read both sides of each word.

use attention::data::Padded;
use attention::encoder_decoder::Encoder;
use attention::tape::{Tape, Var};

/// Returns the same sentences from their last token to their first, with the padding
/// after them.
pub fn reversed(source: &Padded) -> Padded {
    //@ solution
    use ndarray::Axis;

    let rows = source.tokens.ids().axis_iter(Axis(0)).zip(&source.lens);
    let backward = rows.map(|(row, &len)| -> Vec<usize> {
        let words: Vec<usize> = row.iter().copied().take(len).collect();
        words.into_iter().rev().collect()
    });
    let backward: Vec<Vec<usize>> = backward.collect();
    Padded::new(&backward, source.tokens.vocab()).expect("the same tokens")
    //@ stub todo!("turn around the sentences of {source:?}")
    //@ end
}

/// Returns the states of both encoders after each token, concatenated, `forward` first.
///
/// # Shapes
///
/// Sentences `[batch, steps]` to `[batch, steps, 2 * hidden]`.
pub fn read_both_ways<'t>(
    forward: &Encoder,
    backward: &Encoder,
    tape: &'t Tape,
    source: &Padded,
) -> Var<'t> {
    //@ solution
    use attention::tape::{concat, stack};

    let before = forward.forward(tape, source).outputs; // [batch, steps, hidden]
    let after = backward.forward(tape, &reversed(source)).outputs;
    let steps = source.steps();
    let in_place = source.lens.iter().enumerate().map(|(sentence, &len)| {
        let place = |step| if step < len { len - 1 - step } else { step };
        let order: Vec<usize> = (0..steps).map(place).collect();
        after.index(0, sentence).select(0, &order) // [steps, hidden]
    });
    let after = stack(&in_place.collect::<Vec<_>>(), 0);
    concat(&[before, after], 2)
    //@ stub let mode = tape.mode();
    //@ stub todo!("read {source:?} with {forward:?} and {backward:?}, {mode:?}")
    //@ end
}
exercise_solutions::tests!(bidirectional_encoder);
