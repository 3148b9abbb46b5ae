//! Three rotated tokens and six slopes, by hand.

use attention::Real;

/// Returns the rotated tokens to three digits: row i belongs to token i.
pub fn rotated() -> [[Real; 2]; 3] {
    //@ solution
    [[2.0, 0.0], [-1.0, 1.732], [1.0, 1.732]]
    //@ stub todo!("three tokens of two entries")
    //@ end
}

/// Returns the dot products of the rotated tokens: row i belongs to query i.
pub fn scores() -> [[Real; 3]; 3] {
    //@ solution
    [[4.0, -2.0, 2.0], [-2.0, 4.0, 2.0], [2.0, 2.0, 4.0]]
    //@ stub todo!("nine scores")
    //@ end
}

/// Returns the slopes of six heads, in the order of the heads.
pub fn slopes() -> [Real; 6] {
    //@ solution
    [1.0 / 4.0, 1.0 / 16.0, 1.0 / 64.0, 1.0 / 256.0, 1.0 / 2.0, 1.0 / 8.0]
    //@ stub todo!("six slopes")
    //@ end
}

/// Returns, for each head, the first offset with less than half of the weight at offset
/// 0.
pub fn half_offsets() -> [usize; 6] {
    //@ solution
    [3, 12, 45, 178, 2, 6]
    //@ stub todo!("six offsets")
    //@ end
}
exercise_solutions::tests!(turns_and_slopes);
