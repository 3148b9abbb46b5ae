//! How fast the columns of the sinusoidal encoding turn.

/// Returns the number of positions in which pair `pair` of an encoding turns once.
///
/// The pair holds columns `2 * pair` and `2 * pair + 1` of `dim`, and its frequency is
/// `base` to the power of `-2 * pair / dim`. `dim` is even, `pair` is below `dim / 2`,
/// and `base` is above 1.
pub fn period(pair: usize, dim: usize, base: f64) -> f64 {
    //@ solution
    std::f64::consts::TAU * base.powf(2.0 * pair as f64 / dim as f64)
    //@ stub todo!("the period of pair {pair} of {dim} columns with base {base}")
    //@ end
}

/// Returns the number of pairs of an encoding whose period is at most `positions`.
///
/// `dim` is even and at least 2.
pub fn pairs_that_turn(dim: usize, base: f64, positions: usize) -> usize {
    //@ solution
    (0..dim / 2).filter(|&pair| period(pair, dim, base) <= positions as f64).count()
    //@ stub todo!("pairs of {dim} columns, base {base}, in {positions} positions")
    //@ end
}
exercise_solutions::tests!(period_of_a_pair);
