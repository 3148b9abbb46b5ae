use rand::Rng;
use rand::seq::SliceRandom;

use super::Example;

/// Assigns the indices of all examples to batches of similar lengths in
/// random order, each with at most `tokens` tokens of sources and as
/// many of targets, padding included.
///
/// An example with more tokens is a batch of its own.
pub fn batches_by_length(
    examples: &[Example],
    tokens: usize,
    rng: &mut dyn Rng,
) -> Vec<Vec<usize>> {
    let mut places: Vec<usize> = (0..examples.len()).collect();
    // Examples of equal lengths meet in another batch in each epoch.
    places.shuffle(rng);
    let lens = |&place: &usize| {
        let Example { source, target } = &examples[place];
        (target.len(), source.len())
    };
    places.sort_by_key(lens);
    let mut batches: Vec<Vec<usize>> = Vec::new();
    let mut longest = 0;
    for place in places {
        let (target, source) = lens(&place);
        let with = longest.max(target).max(source);
        match batches.last_mut() {
            Some(batch) if (batch.len() + 1) * with <= tokens => {
                batch.push(place);
                longest = with;
            }
            _ => {
                batches.push(vec![place]);
                longest = target.max(source);
            }
        }
    }
    batches.shuffle(rng);
    batches
}
