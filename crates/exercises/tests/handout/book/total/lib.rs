//! A total.

/// Returns the sum of the numbers, of which there is at least one.
pub fn total(numbers: &[f32]) -> f32 {
    //@ solution
    let counted = numbers;
    //@ stub let counted = &numbers[1..];
    //@ end
    counted.iter().sum()
}
