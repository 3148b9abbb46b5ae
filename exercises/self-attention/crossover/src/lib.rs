//! The cost of the parts of a layer of self-attention.

/// Returns the multiplications of a layer of self-attention: `(projections, pairs)`.
///
/// The input is `[steps, dim]`. The projections are the four for queries, keys, values,
/// and output, each `[dim, dim]`.
pub fn multiplications(steps: u64, dim: u64) -> (u64, u64) {
    //@ solution
    (4 * steps * dim * dim, 2 * steps * steps * dim)
    //@ stub todo!("count for {steps} tokens of width {dim}")
    //@ end
}

/// Returns the smallest number of tokens, at least 1, at which the pairs take `percent`
/// percent or more of all multiplications.
///
/// `percent` is from 0 to 99, and `dim` is at least 1.
pub fn steps_for_share(dim: u64, percent: u64) -> u64 {
    //@ solution
    // 100 * pairs >= percent * (projections + pairs), divided by 2 * steps * dim
    (2 * dim * percent).div_ceil(100 - percent).max(1)
    //@ stub todo!("tokens of width {dim} for {percent} percent")
    //@ end
}
exercise_solutions::tests!(crossover);
