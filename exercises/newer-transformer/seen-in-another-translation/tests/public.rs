use rand::{SeedableRng, rngs::ChaCha8Rng};
use seen_in_another_translation::{Pair, split};

pub const PAIRS: [Pair; 6] = [
    ("Go!", "Allez !"),
    ("Go!", "Va !"),
    ("I am tired.", "Je suis fatigué."),
    ("I am tired.", "Je suis fatiguée."),
    ("Run.", "Cours."),
    ("Go!", "Va !"),
];

/// Splits with this seed and compares the sources of both parts. Returns the test
/// sentences and, in sorted order, the pairs of both parts.
#[track_caller]
pub fn check<'a>(pairs: &[Pair<'a>], held_out: usize, seed: u64) -> [Vec<Pair<'a>>; 2] {
    let (mut all, test): (Vec<Pair>, Vec<Vec<Pair>>) =
        split(pairs, held_out, &mut ChaCha8Rng::seed_from_u64(seed));
    assert_eq!(test.len(), held_out, "the test sentences {test:?}");
    for group in &test {
        let same = |pair: &Pair| pair.0.eq_ignore_ascii_case(group[0].0);
        assert!(group.iter().all(same), "{group:?} has several sources");
        assert_eq!(all.iter().find(|pair| same(pair)), None, "{group:?} is not alone");
        all.extend(group);
    }
    all.sort_unstable();
    [test.concat(), all]
}

#[test]
fn no_source_in_both_parts() {
    for seed in 0..40 {
        check(&PAIRS, 1 + seed as usize % 2, seed);
    }
}
