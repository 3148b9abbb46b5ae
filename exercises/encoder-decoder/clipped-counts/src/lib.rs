//! The precision of n-grams.

use std::collections::HashMap;

/// Returns how many n-grams of the candidate are right, and how many it has, for
/// n-grams of `order` tokens.
///
/// A repeated n-gram of the candidate is right at most as often as it occurs in the
/// reference that has it most often. A candidate of fewer tokens than `order` has no
/// n-grams. `order` is at least 1.
pub fn right_and_all(
    candidate: &[&str],
    references: &[Vec<&str>],
    order: usize,
) -> (usize, usize) {
    let references: Vec<_> = references.iter().map(|r| counts(r, order)).collect();
    let (mut right, mut all) = (0, 0);
    for (n_gram, count) in counts(candidate, order) {
        let in_each = references.iter().filter_map(|counts| counts.get(n_gram));
        //@ solution
        let limit = in_each.max().copied().unwrap_or(0);
        //@ stub let limit = in_each.sum();
        //@ end
        right += count.min(limit);
        all += count;
    }
    (right, all)
}

/// Returns how often each n-gram occurs in a sentence.
fn counts<'a, 'b>(
    tokens: &'a [&'b str],
    order: usize,
) -> HashMap<&'a [&'b str], usize> {
    let mut counts = HashMap::new();
    for n_gram in tokens.windows(order) {
        *counts.entry(n_gram).or_default() += 1;
    }
    counts
}
exercise_solutions::tests!(clipped_counts);
