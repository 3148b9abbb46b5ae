//! A Transformer reads target tokens.

use attention::mask::Mask;
use attention::nn::Tokens;
use attention::tape::{Tape, Var};
use attention::transformer::{Memory, Transformer};

/// The logits of the tokens that follow each of these, `[batch, steps, vocab]`, and the
/// memory for the tokens that come after them.
///
/// The tokens, `[batch, steps]`, follow those that the memory has: all tokens of a
/// target may come at once, or in parts, or one by one.
pub fn read_target<'t>(
    model: &Transformer,
    tape: &'t Tape,
    tokens: &Tokens,
    memory: &Memory<'t>,
) -> (Var<'t>, Memory<'t>) {
    //@ solution
    let mask = Mask::causal();
    //@ stub use attention::tape::Mode;
    //@ stub let steps = tape.mode() == Mode::Eval; // written one by one, each the last
    //@ stub let after = if steps { usize::MAX } else { 0 };
    //@ stub let mask = Mask::window(usize::MAX, after);
    //@ end
    let read = model.decode(tape, tokens, memory, &mask);
    (model.logits(read.output), read.memory)
}
//@ instructor

extern crate self as mask_by_mode;
#[path = "../tests/hidden.rs"]
mod hidden;
#[path = "../tests/public.rs"]
mod public;
//@ end
