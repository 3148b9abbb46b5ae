//! A text that a language model reads in parts.

use attention::mask::Mask;
use attention::multi_head::KeyValueCache;
use attention::nn::Tokens;
use attention::tape::{Tape, Var};
use attention::transformer::LanguageModel;

/// The cache of the tokens that were read.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    /// The keys and values of each block; empty before the first part.
    pub blocks: Vec<KeyValueCache>,
    /// The position of the token that comes next.
    pub position: usize,
}

/// Reads the tokens that follow those in `seen`, and appends them to it.
///
/// The tokens are `[batch, steps]`, with at least one step, and the result is
/// `[batch, steps, vocab]`: the logits of the token that follows each.
pub fn read<'t>(
    model: &LanguageModel,
    tape: &'t Tape,
    tokens: &Tokens,
    seen: &mut Seen,
) -> Var<'t> {
    let mut x = model.input.forward(tape, tokens, seen.position);
    let blocks = model.blocks.len();
    seen.blocks.resize_with(blocks, Default::default);
    for (block, cache) in model.blocks.iter().zip(&mut seen.blocks) {
        let attended = block.forward_cached(x, cache, &Mask::causal());
        x = attended.output; // [batch, steps, hidden]
    }
    //@ solution
    seen.position += tokens.shape()[1];
    //@ stub seen.position += 1;
    //@ end
    let x = model.norm.as_ref().map_or(x, |norm| norm.forward(x));
    model.output.forward(x, &model.input.embedding)
}
exercise_solutions::tests!(position_of_a_step);
