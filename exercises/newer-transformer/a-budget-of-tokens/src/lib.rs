//! Batches of similar lengths, limited by their number of tokens.

use rand::Rng;

/// Assigns the indices of all examples to batches of similar lengths in random order.
///
/// `lens` holds the numbers of tokens of the source and of the target of each example.
/// In each batch, the number of examples times its longest side is at most `budget`. An
/// example whose longest side exceeds it is a batch of its own.
pub fn batches(
    lens: &[[usize; 2]],
    budget: usize,
    rng: &mut dyn Rng,
) -> Vec<Vec<usize>> {
    //@ solution
    use rand::seq::SliceRandom;

    let mut order: Vec<usize> = (0..lens.len()).collect();
    order.shuffle(rng);
    order.sort_by_key(|&index| (lens[index][1], lens[index][0]));
    let mut batches: Vec<Vec<usize>> = Vec::new();
    let mut longest = 0;
    for index in order {
        let [source, target] = lens[index];
        let with = longest.max(source).max(target);
        match batches.last_mut() {
            Some(batch) if (batch.len() + 1) * with <= budget => {
                batch.push(index);
                longest = with;
            }
            _ => {
                batches.push(vec![index]);
                longest = source.max(target);
            }
        }
    }
    batches.shuffle(rng);
    batches
    //@ stub todo!("shuffle {lens:?} with {}, within {budget}", rng.next_u32())
    //@ end
}
exercise_solutions::tests!(a_budget_of_tokens);
