//! Byte-pair encoding with a given list of merges.

/// Returns the bytes of a token; merge i makes token 256 + i of two earlier tokens.
pub fn bytes_of(token: usize, merges: &[(usize, usize)]) -> Vec<u8> {
    match u8::try_from(token) {
        Ok(byte) => vec![byte],
        Err(_) => {
            let (left, right) = merges[token - 256];
            [bytes_of(left, merges), bytes_of(right, merges)].concat()
        }
    }
}

/// Returns the tokens of a text, given as bytes.
///
/// The merges are applied in their order, each to all occurrences of its pair, from
/// left to right.
pub fn encode(text: &[u8], merges: &[(usize, usize)]) -> Vec<usize> {
    //@ solution
    let mut tokens: Vec<usize> = text.iter().map(|&byte| byte.into()).collect();
    for (rank, &(left, right)) in merges.iter().enumerate() {
        let mut merged: Vec<usize> = Vec::with_capacity(tokens.len());
        let mut rest = &tokens[..];
        while let [first, after @ ..] = rest {
            rest = after;
            match after {
                [second, after @ ..] if (*first, *second) == (left, right) => {
                    merged.push(256 + rank);
                    rest = after;
                }
                _ => merged.push(*first),
            }
        }
        tokens = merged;
    }
    tokens
    //@ stub todo!("merge {text:?} with {merges:?}")
    //@ end
}

/// Returns the tokens from 256 on whose own text is not encoded as this one token, in
/// increasing order.
pub fn dead_tokens(merges: &[(usize, usize)]) -> Vec<usize> {
    //@ solution
    (256..256 + merges.len())
        .filter(|&token| encode(&bytes_of(token, merges), merges) != [token])
        .collect()
    //@ stub todo!("the tokens of {merges:?} that no text contains")
    //@ end
}
exercise_solutions::tests!(what_a_merge_order_does);
