//! Test sentences that the model has seen in training.

use attention::data::Pair;

/// Returns the indices in `test`, in ascending order, of the pairs whose source has the
/// same tokens as the source of a training pair.
pub fn seen_before(training: &[Pair], test: &[Pair]) -> Vec<usize> {
    //@ solution
    use attention::data::tokenize;
    use std::collections::HashSet;

    let seen: HashSet<Vec<String>> =
        training.iter().map(|pair| tokenize(&pair.source)).collect();
    let is_seen = |place: &usize| seen.contains(&tokenize(&test[*place].source));
    (0..test.len()).filter(is_seen).collect()
    //@ stub todo!("look for the sources of {test:?} in {training:?}")
    //@ end
}
exercise_solutions::tests!(sentences_seen_before);
