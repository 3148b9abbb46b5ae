//! Several beginnings at once: on tables of probabilities.

mod exhaustive;

use engine::Real;
use engine::testing::assert_panics;
use ndarray::Array2;
use translation::{Beam, BeamSearch, Candidate, StepwiseSearch, beam_search};

/// *The tired girl*, where the English order tempts the search: taking the likeliest token at each
/// step leads to *la fatiguée fille* with 0.126, but *la fille fatiguée* has 0.1568. The tokens are
/// *la*, *fatiguée*, *fille* and the end.
fn tired_girl(beginning: &[usize]) -> [Real; 4] {
    match beginning {
        [] => [0.7, 0.1, 0.15, 0.05],
        [0] => [0.12, 0.45, 0.35, 0.08],
        [2] => [0.1, 0.6, 0.2, 0.1],
        [0, 1] => [0.3, 0.05, 0.5, 0.15],
        [0, 2] => [0.05, 0.8, 0.05, 0.1],
        [0, 1, 2] | [0, 2, 1] => [0.05, 0.05, 0.1, 0.8],
        _ => [0.25, 0.3, 0.35, 0.1],
    }
}

fn search<const V: usize>(
    settings: &BeamSearch,
    table: impl Fn(&[usize]) -> [Real; V],
) -> Vec<Candidate> {
    let next = |beam: &Beam| {
        let rows = beam.beginnings.iter().map(|beginning| table(beginning));
        Array2::from(rows.collect::<Vec<_>>()).ln()
    };
    let found = beam_search(settings, next);
    let mut search = StepwiseSearch::new(*settings);
    while let Some(beam) = search.beam() {
        let next = next(beam);
        search.step(&next);
    }
    assert_eq!(search.candidates(), found);
    found
}

fn settings(width: usize) -> BeamSearch {
    BeamSearch { width, length_exponent: 0.0, max_steps: 4, end: 3 }
}

fn tokens(found: Vec<Candidate>) -> Vec<Vec<usize>> {
    found.into_iter().map(|candidate| candidate.tokens).collect()
}

#[track_caller]
fn assert_probability(candidate: &Candidate, expected: f64) {
    let probability = candidate.log_probability.exp();
    assert!((probability - expected).abs() < 1e-7, "{candidate:?}");
}

#[test]
fn two_beginnings_find_what_one_misses() {
    let greedy = search(&settings(1), tired_girl);
    assert_eq!(greedy.len(), 1);
    assert_eq!(greedy[0].tokens, [0, 1, 2]);
    assert_probability(&greedy[0], 0.7 * 0.45 * 0.5 * 0.8); // 0.126
    let two = search(&settings(2), tired_girl);
    assert_eq!(two.len(), 2);
    assert_eq!(two[0].tokens, [0, 2, 1]);
    assert_probability(&two[0], 0.7 * 0.35 * 0.8 * 0.8); // 0.1568
    assert_eq!(two[1], greedy[0]);
    assert!(two.iter().all(|candidate| candidate.ended));
}

/// -2 for two tokens and -3 for four: by their probabilities the short sentence is first, divided
/// by length^0.75 the long one.
#[test]
fn a_length_exponent_favors_long_sentences() {
    let [plain, divided] =
        [0.0, 0.75].map(|length_exponent| BeamSearch { length_exponent, ..settings(2) });
    assert_eq!((plain.score(-2.0, 2), plain.score(-3.0, 4)), (-2.0, -3.0));
    let scores = [divided.score(-2.0, 2), divided.score(-3.0, 4)];
    assert!((scores[0] + 1.189).abs() < 1e-3 && (scores[1] + 1.061).abs() < 1e-3);

    // One token and the end, e^-2 together, or three and the end, e^-3.
    let table = |beginning: &[usize]| -> [Real; 4] {
        let half = Real::exp(-1.0);
        match beginning {
            [] => [half, half, 1e-9, 1e-9],
            [0] => [1e-9, 1e-9, 1e-9, half],
            [1] | [1, 1] => [1e-9, Real::exp(-0.5), 1e-9, 1e-9],
            _ => [1e-9, 1e-9, 1e-9, half],
        }
    };
    assert_eq!(tokens(search(&plain, table)), [vec![0], vec![1, 1, 1]]);
    assert_eq!(tokens(search(&divided, table)), [vec![1, 1, 1], vec![0]]);
}

/// The first step has one beginning; then each names the one that it continues.
#[test]
fn parents_are_the_beginnings_of_the_step_before() {
    let mut seen: Vec<Beam> = Vec::new();
    beam_search(&settings(3), |beam| {
        seen.push(beam.clone());
        let rows = beam.beginnings.iter().map(|beginning| tired_girl(beginning));
        Array2::from(rows.collect::<Vec<_>>()).ln()
    });
    assert_eq!(seen[0].beginnings, [vec![0_usize; 0]]);
    assert_eq!((seen[0].parents.as_slice(), seen[0].log_probabilities[0]), (&[0][..], 0.0));
    assert_eq!(seen[1].beginnings, [[0], [2], [1]]);
    assert_eq!(seen[1].parents, [0, 0, 0]);
    // 0.7 · 0.45, 0.7 · 0.35 and 0.15 · 0.6
    assert_eq!(seen[2].beginnings, [[0, 1], [0, 2], [2, 1]]);
    assert_eq!(seen[2].parents, [0, 0, 1]);
    // 0.245 · 0.8, 0.315 · 0.5 and 0.315 · 0.3
    assert_eq!(seen[3].beginnings, [[0, 2, 1], [0, 1, 2], [0, 1, 0]]);
    assert_eq!(seen[3].parents, [1, 0, 0]);
    let expected = [0.196, 0.1575, 0.0945].map(f64::ln);
    for (log_probability, expected) in seen[3].log_probabilities.iter().zip(expected) {
        assert!((log_probability - expected).abs() < 1e-6);
    }
}

/// One sentence is done after a step, so one beginning less is kept, and after the second none.
#[test]
fn finished_sentences_count_toward_the_width() {
    let mut kept = Vec::new();
    let found = beam_search(&settings(2), |beam| {
        kept.push(beam.beginnings.len());
        let row = |_| [0.3, 0.1, 0.1, 0.5];
        Array2::from(beam.beginnings.iter().map(row).collect::<Vec<_>>()).ln()
    });
    assert_eq!(kept, [1, 1]);
    assert_eq!(tokens(found), [vec![], vec![0]]);
}

#[test]
fn of_equal_continuations_the_first_are_kept() {
    let found = search(&BeamSearch { max_steps: 1, ..settings(2) }, |_| [0.25; 4]);
    assert_eq!(tokens(found), [[0], [1]]);
}

/// Three of four continuations cannot be, so a beam of four finds one sentence.
#[test]
fn impossible_continuations_are_not_found() {
    let only_the_end = |_: &[usize]| [0.0, 0.0, 0.0, 1.0];
    let found = search(&settings(4), only_the_end);
    assert_eq!(found.len(), 1);
    assert!(found[0].ended && found[0].tokens.is_empty());
}

/// A loop without an end has the better score for its length, and is no sentence.
#[test]
fn sentences_with_an_end_come_first() {
    let looping = |beginning: &[usize]| match beginning {
        [] => [0.4, 0.0, 0.0, 0.6],
        _ => [1.0, 0.0, 0.0, 0.0],
    };
    let settings = BeamSearch { length_exponent: 1.0, ..settings(2) };
    let found = search(&settings, looping);
    assert_eq!(found.len(), 2);
    assert!(found[0].ended && !found[1].ended);
    assert!(found[0].score < found[1].score);
}

#[test]
fn no_steps_find_an_unfinished_beginning_with_a_score() {
    let settings = BeamSearch { max_steps: 0, length_exponent: 1.0, ..settings(2) };
    let found = search(&settings, tired_girl);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].score, 0.0);
}

#[test]
fn misuse_is_refused() {
    assert_panics("beam_search: the width is 0", || drop(search(&settings(0), tired_girl)));
    let message = "beam_search: [3, 20]: expected a row for each of 2 hypotheses";
    assert_panics(message, || {
        beam_search(&settings(2), |beam| match beam.beginnings.len() {
            1 => Array2::from(vec![[0.4, 0.3, 0.2, 0.1]]).ln(),
            _ => Array2::zeros((3, 20)),
        });
    });
    assert_panics("beam_search: a log probability is NaN", || {
        search(&settings(2), |_| [Real::NAN; 4]);
    });
}
