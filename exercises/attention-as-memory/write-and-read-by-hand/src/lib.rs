//! Three pairs in a memory of two numbers, by hand.

use attention::Real;

/// Returns the memory of part 1.
pub fn sum_memory() -> [Real; 2] {
    //@ solution
    [13.0, 6.0]
    //@ stub todo!("two numbers")
    //@ end
}

/// Returns the answers of the memory of part 1 at both keys.
pub fn sum_answers() -> [Real; 2] {
    //@ solution
    [13.0, 14.0]
    //@ stub todo!("two answers")
    //@ end
}

/// Returns the memory of part 2.
pub fn delta_memory() -> [Real; 2] {
    //@ solution
    [9.8, 3.6]
    //@ stub todo!("two numbers")
    //@ end
}

/// Returns the answers of the memory of part 2 at both keys.
pub fn delta_answers() -> [Real; 2] {
    //@ solution
    [9.8, 10.0]
    //@ stub todo!("two answers")
    //@ end
}

/// Returns the answers at both keys after the third pair, with the delta rule.
pub fn answers_after_rewriting() -> [Real; 2] {
    //@ solution
    [6.6, 6.0]
    //@ stub todo!("two answers")
    //@ end
}
exercise_solutions::tests!(write_and_read_by_hand);
