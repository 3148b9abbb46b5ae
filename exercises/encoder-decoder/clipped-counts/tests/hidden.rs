use clipped_counts::right_and_all;
use rand::{RngExt, SeedableRng, rngs::ChaCha8Rng};

const WORDS: [&str; 3] = ["a", "b", "c"];

fn random(len: usize, rng: &mut ChaCha8Rng) -> Vec<&'static str> {
    (0..len).map(|_| WORDS[rng.random_range(0..3)]).collect()
}

#[test]
fn the_same_reference_twice() {
    let candidate = ["a", "a", "a", "b"];
    for reference in [vec!["a", "b", "a"], vec!["b", "a"], vec!["c"]] {
        let twice = [reference.clone(), reference.clone()];
        let got: (usize, usize) = right_and_all(&candidate, &twice, 1);
        let want = right_and_all(&candidate, std::slice::from_ref(&reference), 1);
        assert_eq!(got, want, "the reference {reference:?} twice and once");
    }
}

/// Counts each n-gram of the candidate that still occurs in the rest of the reference.
fn slow(candidate: &[&str], references: &[Vec<&str>], order: usize) -> (usize, usize) {
    let occurs = |tokens: &[&str], n_gram: &[&str]| {
        tokens.windows(order).filter(|&other| other == n_gram).count()
    };
    let places = candidate.len().saturating_sub(order - 1);
    let right = (0..places).filter(|&place| {
        let n_gram = &candidate[place..place + order];
        let until_here = occurs(&candidate[..place + order], n_gram);
        references.iter().any(|tokens| occurs(tokens, n_gram) >= until_here)
    });
    (right.count(), places)
}

#[test]
fn agrees_with_a_slow_count() {
    let mut rng = ChaCha8Rng::seed_from_u64(9);
    for round in 0..60 {
        let candidate = random(round % 9, &mut rng);
        let references: Vec<_> = (0..1 + round % 3)
            .map(|_| random(rng.random_range(0..8), &mut rng))
            .collect();
        for order in 1..=3 {
            let got: (usize, usize) = right_and_all(&candidate, &references, order);
            let want = slow(&candidate, &references, order);
            assert_eq!(got, want, "{candidate:?}, {references:?}, {order}-grams");
        }
    }
}
