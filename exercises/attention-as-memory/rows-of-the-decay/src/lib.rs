//! The mask of a fading memory, by hand.

use attention::Real;

/// Returns the mask: row i belongs to query i.
pub fn mask() -> [[Real; 5]; 5] {
    //@ solution
    [
        [1.0, 0.0, 0.0, 0.0, 0.0],
        [0.5, 1.0, 0.0, 0.0, 0.0],
        [0.4, 0.8, 1.0, 0.0, 0.0],
        [0.0, 0.0, 0.0, 1.0, 0.0],
        [0.0, 0.0, 0.0, 0.5, 1.0],
    ]
    //@ stub todo!("25 entries")
    //@ end
}

/// Returns the five outputs.
pub fn outputs() -> [Real; 5] {
    //@ solution
    [4.0, 10.0, 14.0, 3.0, 3.5]
    //@ stub todo!("five outputs")
    //@ end
}
exercise_solutions::tests!(rows_of_the_decay);
