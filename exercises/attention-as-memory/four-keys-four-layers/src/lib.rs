//! Sparse patterns of attention, and how fast they connect.

/// Returns after how many layers every token has heard of every other one, if query `i`
/// reads the keys `pattern[i]` in each layer; `None` if this never happens.
///
/// A token keeps what it knows, whether it reads itself or not. There is at least one
/// token.
pub fn layers_to_connect(pattern: &[Vec<usize>]) -> Option<usize> {
    //@ solution
    let tokens = pattern.len();
    let mut known = vec![vec![false; tokens]; tokens]; // [query, token]
    for (token, row) in known.iter_mut().enumerate() {
        row[token] = true;
    }
    let mut layers = 0;
    while known.iter().flatten().any(|&knows| !knows) {
        let mut next = known.clone();
        for (row, keys) in next.iter_mut().zip(pattern) {
            for &key in keys {
                for (knows, &heard) in row.iter_mut().zip(&known[key]) {
                    *knows |= heard;
                }
            }
        }
        if next == known {
            return None;
        }
        known = next;
        layers += 1;
    }
    Some(layers)
    //@ stub todo!("count the layers of {pattern:?}")
    //@ end
}

/// Returns a pattern with at most four keys for each query that connects up to `4^L`
/// tokens after `L` layers.
pub fn sparse_pattern(tokens: usize) -> Vec<Vec<usize>> {
    //@ solution
    let keys = |query: usize| (0..4).map(move |digit| (4 * query + digit) % tokens);
    (0..tokens).map(|query| keys(query).collect()).collect()
    //@ stub todo!("connect {tokens} tokens")
    //@ end
}
exercise_solutions::tests!(four_keys_four_layers);
