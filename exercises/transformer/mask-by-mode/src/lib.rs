//! A Transformer reads target tokens.

use attention::mask::Mask;
use attention::nn::Tokens;
use attention::tape::{Tape, Var};
use attention::transformer::{DecoderCache, Transformer};

/// Returns the logits of the tokens that follow each of these, `[batch, steps, vocab]`.
///
/// The tokens, `[batch, steps]`, follow those in the cache and are appended to it. A
/// target may be read all at once, or in mode `Eval` in parts, down to single tokens.
pub fn read_target<'t>(
    model: &Transformer,
    tape: &'t Tape,
    tokens: &Tokens,
    cache: &mut DecoderCache,
) -> Var<'t> {
    //@ solution
    let mask = Mask::causal();
    //@ stub use attention::tape::Mode;
    //@ stub let steps = tape.mode() == Mode::Eval; // written one by one, each the last
    //@ stub let after = if steps { usize::MAX } else { 0 };
    //@ stub let mask = Mask::window(usize::MAX, after);
    //@ end
    let decoded = model.decode_cached(tape, tokens, cache, &mask);
    model.logits(decoded.output)
}
exercise_solutions::tests!(mask_by_mode);
