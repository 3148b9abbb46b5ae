//! The number of parameters of a multi-head layer.

/// The hidden size in the questions, and the width of queries, keys, and values.
//@ param hidden
pub const HIDDEN: usize = 512;

/// The sizes of the three inputs before the projections.
#[derive(Clone, Copy, Debug)]
pub struct Inputs {
    /// Entries in one query.
    pub query_dim: usize,
    /// Entries in one key.
    pub key_dim: usize,
    /// Entries in one value.
    pub value_dim: usize,
}

/// Returns the number of parameters of a multi-head layer, including the output
/// projection.
///
/// `heads` divides `hidden`. With `bias`, each of the four projections adds a vector.
pub fn parameters(inputs: Inputs, hidden: usize, heads: usize, bias: bool) -> usize {
    //@ solution
    let dim = hidden / heads;
    let into_one_head = (inputs.query_dim + inputs.key_dim + inputs.value_dim) * dim;
    let biases = if bias { 4 * hidden } else { 0 };
    heads * into_one_head + hidden * hidden + biases
    //@ stub todo!("{inputs:?}, hidden size {hidden}, {heads} heads, bias: {bias}")
    //@ end
}

/// Returns the three counts for 8 heads and `HIDDEN`: with a bias, without one, and
/// without one if each head has the full width, `HIDDEN`.
pub fn answers() -> [usize; 3] {
    //@ solution
    let inputs = Inputs { query_dim: HIDDEN, key_dim: HIDDEN, value_dim: HIDDEN };
    let [with, without] = [true, false].map(|bias| parameters(inputs, HIDDEN, 8, bias));
    [with, without, 3 * HIDDEN * (8 * HIDDEN) + 8 * HIDDEN * HIDDEN]
    //@ stub todo!("three counts for {HIDDEN}")
    //@ end
}
exercise_solutions::tests!(count_parameters);
