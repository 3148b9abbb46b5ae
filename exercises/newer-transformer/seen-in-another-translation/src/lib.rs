//! A split by source sentences.

use rand::Rng;

/// A source and a translation.
pub type Pair<'a> = (&'a str, &'a str);

/// Returns the pairs for training, and the test sentences, each as the pairs of its
/// source with all translations.
///
/// Chooses `held_out` distinct sources, each with the same probability. Sources that
/// differ only in upper and lower case are the same. Repeated pairs are kept once.
pub fn split<'a>(
    pairs: &[Pair<'a>],
    held_out: usize,
    rng: &mut dyn Rng,
) -> (Vec<Pair<'a>>, Vec<Vec<Pair<'a>>>) {
    //@ solution
    use rand::seq::SliceRandom;
    use std::collections::BTreeMap;

    let mut groups: BTreeMap<String, Vec<Pair>> = BTreeMap::new();
    for pair in pairs {
        let group = groups.entry(pair.0.to_lowercase()).or_default();
        if !group.contains(pair) {
            group.push(*pair);
        }
    }
    let mut test: Vec<Vec<Pair>> = groups.into_values().collect();
    test.shuffle(rng);
    let training = test.split_off(held_out);
    (training.concat(), test)
    //@ stub todo!("hold out {held_out} sources of {pairs:?} with {}", rng.next_u32())
    //@ end
}
exercise_solutions::tests!(seen_in_another_translation);
