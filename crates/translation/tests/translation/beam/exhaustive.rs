//! Against all sentences that there are.

use std::cmp::Ordering;

use engine::Real;
use translation::{BeamSearch, Candidate};

use super::{search, settings};

/// Returns all sentences of so many steps, with the end or without.
fn all_sentences<const V: usize>(
    settings: &BeamSearch,
    table: &impl Fn(&[usize]) -> [Real; V],
    beginning: &[usize],
    log_probability: f64,
) -> Vec<Candidate> {
    if beginning.len() == settings.max_steps {
        return vec![Candidate {
            tokens: beginning.to_vec(),
            ended: false,
            log_probability,
            score: settings.score(log_probability, beginning.len()),
        }];
    }
    let next = table(beginning).into_iter().enumerate();
    let continuations = next.flat_map(|(token, probability)| {
        let log_probability = log_probability + probability.ln() as f64;
        if token == settings.end {
            return vec![Candidate {
                tokens: beginning.to_vec(),
                ended: true,
                log_probability,
                score: settings.score(log_probability, beginning.len() + 1),
            }];
        }
        let continued = [beginning, &[token]].concat();
        all_sentences(settings, table, &continued, log_probability)
    });
    continuations.collect()
}

/// Returns a table that differs at every beginning: three tokens, the last of which is the end.
fn random(seed: u64) -> impl Fn(&[usize]) -> [Real; 3] {
    move |beginning| {
        let place = beginning.iter().fold(1, |place, token| 3 * place + token);
        let mut bits = (seed + 1) * 7_919 + place as u64 * 104_729;
        let three = [(); 3].map(|()| {
            bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (1 + (bits >> 33) % 1_000) as Real
        });
        three.map(|number| number / three.iter().sum::<Real>())
    }
}

#[test]
fn with_all_beginnings_the_search_is_exhaustive() {
    for seed in 0..20 {
        for length_exponent in [0.0, 0.75, 1.5] {
            let settings = BeamSearch { width: 100, length_exponent, max_steps: 3, end: 2 };
            let found = search(&settings, random(seed));
            let mut all = all_sentences(&settings, &random(seed), &[], 0.0);
            // Three that end at once, or after one or two tokens, and eight that do not.
            assert_eq!(all.len(), 1 + 2 + 4 + 8);
            all.sort_by(best_first);
            assert_eq!(found, all, "seed {seed}");
        }
    }
}

/// Orders sentences with an end before sentences without one, and then by the score.
fn best_first(a: &Candidate, b: &Candidate) -> Ordering {
    let ended = b.ended.cmp(&a.ended);
    ended.then(b.score.total_cmp(&a.score))
}

#[test]
fn the_score_found_is_never_above_the_best() {
    let best = |width, seed| {
        let settings = BeamSearch { max_steps: 3, end: 2, ..settings(width) };
        let found = search(&settings, random(seed));
        assert!(found.len() <= width);
        assert!(found.is_sorted_by(|a, b| best_first(a, b).is_le()));
        (found[0].ended, found[0].score)
    };
    let mut missed = 0;
    for seed in 0..50 {
        let exhaustive = best(100, seed);
        assert!([1, 2, 3].iter().all(|&width| best(width, seed) <= exhaustive));
        missed += usize::from(best(1, seed) < exhaustive);
    }
    assert!((5..45).contains(&missed), "{missed} of 50 with one beginning");
}
