//! The smallest sets of heads that a model cannot do without.

/// Returns all smallest sets of heads without which the accuracy is below `least`.
///
/// A set is a number whose bit h is set if head h is removed, so 0 is the whole model.
/// No set of the result contains another one, and the result is sorted by the number of
/// heads, then by value. A set that contains a needed set is needed as well, so the
/// function does not ask for its accuracy, nor twice for the same set.
pub fn needed_sets(
    heads: u32,
    least: f64,
    mut accuracy: impl FnMut(u32) -> f64,
) -> Vec<u32> {
    //@ solution
    let mut sets: Vec<u32> = (0..1 << heads).collect();
    sets.sort_by_key(|&set| (set.count_ones(), set));
    let mut needed: Vec<u32> = vec![];
    for set in sets {
        let known = needed.iter().any(|&smaller| smaller & !set == 0);
        if !known && accuracy(set) < least {
            needed.push(set);
        }
    }
    needed
    //@ stub todo!("{heads} heads, {least}, {}", accuracy(0))
    //@ end
}
exercise_solutions::tests!(pairs_of_ablations);
