//! The largest of some numbers.

/// Returns the largest of the numbers, of which there is at least one.
pub fn largest(numbers: &[f32]) -> f32 {
    //@ solution
    let mut found = f32::NEG_INFINITY;
    for number in numbers.iter().copied().filter(|number| !number.is_nan()) {
        found = found.max(number);
    }
    found
    //@ stub todo!("the largest of {numbers:?}")
    //@ end
}

//@ instructor
// Half of the class writes a loop here and the other half writes a fold.
//@ end
