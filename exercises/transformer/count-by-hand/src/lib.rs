//! The number of parameters of a language model, from its sizes.

/// Returns the number of parameters of a `LanguageModel` as `Config::new` makes it.
pub fn parameters(hidden: u64, blocks: u64, vocab: u64) -> u64 {
    //@ solution
    let block = 12 * hidden * hidden + 9 * hidden;
    blocks * block + 2 * vocab * hidden + vocab
    //@ stub todo!("hidden size {hidden}, {blocks} blocks, {vocab} tokens")
    //@ end
}

/// Returns the largest hidden size for which a model has at most `budget` parameters.
///
/// It is a multiple of `heads`, or `None` if even hidden size `heads` is too large.
pub fn widest(budget: u64, blocks: u64, vocab: u64, heads: u64) -> Option<u64> {
    //@ solution
    let mut hidden = 0;
    while parameters(hidden + heads, blocks, vocab) <= budget {
        hidden += heads;
    }
    (hidden > 0).then_some(hidden)
    //@ stub todo!("{budget} parameters: {blocks} blocks, {vocab} tokens, {heads} heads")
    //@ end
}

/// Returns the smallest hidden size, at least 1, for which the blocks have at least as
/// many parameters as the rest of the model.
pub fn blocks_take_over(blocks: u64, vocab: u64) -> u64 {
    //@ solution
    let rest = |hidden| parameters(hidden, 0, vocab);
    let all = |hidden| parameters(hidden, blocks, vocab);
    let enough = |hidden: &u64| all(*hidden) >= 2 * rest(*hidden);
    (1..).find(enough).expect("a square outgrows a line")
    //@ stub todo!("{blocks} blocks and {vocab} tokens")
    //@ end
}
exercise_solutions::tests!(count_by_hand);
