//! The size of a key-value cache, from the numbers of a model card.

/// The entries of a model card that concern attention.
#[derive(Clone, Debug)]
pub struct Card {
    /// All layers.
    pub layers: u64,
    /// The layers among them that see only the last `window` tokens.
    pub window_layers: u64,
    /// How many tokens a layer with a window keeps, at least 1.
    pub window: u64,
    /// A multiple of `key_heads`.
    pub query_heads: u64,
    /// One key and one value each per token.
    pub key_heads: u64,
    /// Entries per key or value of one head.
    pub dim: u64,
    /// Bytes per entry.
    pub bytes: u64,
}

/// Returns the bytes of keys and values after `tokens` tokens of one text.
pub fn cache_bytes(card: &Card, tokens: u64) -> u64 {
    //@ solution
    let per_token = 2 * card.key_heads * card.dim * card.bytes; // of one layer
    let full_layers = card.layers - card.window_layers;
    per_token * (full_layers * tokens + card.window_layers * tokens.min(card.window))
    //@ stub todo!("{tokens} tokens with {card:?}")
    //@ end
}

/// Returns the longest text whose cache fits into `memory` bytes, or `None` if every
/// text does.
pub fn tokens_that_fit(card: &Card, memory: u64) -> Option<u64> {
    //@ solution
    let in_window = cache_bytes(card, card.window);
    if memory < in_window {
        return Some(memory / cache_bytes(card, 1));
    }
    let of_later_token = cache_bytes(card, card.window + 1) - in_window;
    (of_later_token > 0).then(|| card.window + (memory - in_window) / of_later_token)
    //@ stub todo!("{memory} bytes with {card:?}")
    //@ end
}
exercise_solutions::tests!(cache_of_a_card);
