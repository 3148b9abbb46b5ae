use std::collections::HashMap;

use attention::data::{BOS, EOS};
use attention::encoder_decoder::Experiment;
use attention::transformer::trained;
use guess_and_check::{Written, bigram, distributions, write};
use ndarray::{Array1, array};
use rand::{SeedableRng, rngs::ChaCha8Rng};

/// After a text of the tokens 4 and 5; the end is likelier after two equal tokens.
fn p(text: &[usize]) -> Array1<f64> {
    match text {
        [] => array![0.0, 0.0, 0.0, 0.05, 0.6, 0.35],
        [.., a, b] if a == b => array![0.0, 0.0, 0.0, 0.6, 0.1, 0.3],
        [.., 4] => array![0.0, 0.0, 0.0, 0.2, 0.5, 0.3],
        _ => array![0.0, 0.0, 0.0, 0.1, 0.7, 0.2],
    }
}

fn target(text: &[usize]) -> Vec<Array1<f64>> {
    (0..=text.len()).map(|len| p(&text[..len])).collect()
}

/// Ignores the text.
fn draft(_: &[usize]) -> Array1<f64> {
    array![0.0, 0.0, 0.0, 0.3, 0.2, 0.5]
}

/// The probability of a text of at most `longest` tokens.
fn likelihood(text: &[usize], longest: usize) -> f64 {
    let tokens = (0..text.len()).map(|len| p(&text[..len])[text[len]]);
    let end = if text.len() < longest {
        p(text)[EOS]
    } else {
        1.0
    };
    tokens.product::<f64>() * end
}

#[test]
fn texts_of_the_target() {
    const RUNS: usize = 8000;
    for guesses in [0, 1, 2, 3, 5] {
        let mut rng = ChaCha8Rng::seed_from_u64(99);
        let mut counts: HashMap<Vec<usize>, f64> = HashMap::new();
        for _ in 0..RUNS {
            let got: Written = write(&target, &draft, guesses, 4, &mut rng);
            *counts.entry(got.text).or_default() += 1.0;
        }
        // All texts of up to 4 tokens: 1 + 2 + 4 + 8 + 16 of them.
        let mut texts = vec![vec![]];
        for first in 0..15 {
            for token in [4, 5] {
                let longer = [texts[first].as_slice(), &[token]].concat();
                texts.push(longer);
            }
        }
        let mut chi_square = 0.0;
        for text in &texts {
            let want = RUNS as f64 * likelihood(text, 4);
            let count = counts.get(text).copied().unwrap_or(0.0);
            chi_square += (count - want).powi(2) / want;
        }
        // 30 degrees of freedom: above 75 once in 100,000 times.
        assert!(
            chi_square < 75.0,
            "{guesses} guesses: chi-square {chi_square:.1}, not below 75, over {RUNS} \
             texts of a small target"
        );
    }
}

#[test]
fn calls_and_acceptance() {
    let fixed = |_: &[usize]| array![0.0, 0.0, 0.0, 0.0, 0.5, 0.3, 0.2];
    let other = |_: &[usize]| array![0.0, 0.0, 0.0, 0.0, 0.2, 0.3, 0.5];
    let same = |text: &[usize]| vec![fixed(&[]); text.len() + 1];
    for (guesses, want) in [(1, 1.7), (3, 2.533), (6, 3.0588)] {
        let rng = &mut ChaCha8Rng::seed_from_u64(7);
        let (mut offered, mut accepted, mut calls) = (0.0, 0.0, 0.0);
        for _ in 0..30 {
            let got: Written = write(&same, &other, guesses, 200, rng);
            offered += got.offered as f64;
            accepted += got.accepted as f64;
            calls += got.calls as f64;
        }
        let share = accepted / offered;
        assert!(
            (share - 0.7).abs() < 0.03,
            "{guesses} guesses: the sum of min(p, q) is 0.7, accepted {share:.3}"
        );
        let per_call = 6000.0 / calls;
        assert!(
            (per_call - want).abs() < 0.2,
            "{guesses} guesses: {want} tokens per call, not {per_call:.3}"
        );
    }
    let mut rng = ChaCha8Rng::seed_from_u64(8);
    for _ in 0..50 {
        let got: Written = write(&target, &draft, 0, 100, &mut rng);
        assert_eq!(got.calls, got.text.len() + 1, "no guesses: {got:?}");
        assert_eq!(got.offered, 0, "no guesses: {got:?}");
    }
}

#[test]
fn at_most_so_many_tokens() {
    let endless =
        |text: &[usize]| vec![array![0.0, 0.0, 0.0, 0.0, 0.5, 0.5]; text.len() + 1];
    let mut rng = ChaCha8Rng::seed_from_u64(9);
    for longest in [0, 1, 2, 5, 9] {
        for guesses in [0, 1, 3, 20] {
            let draft = |_: &[usize]| array![0.0, 0.0, 0.0, 0.0, 0.4, 0.6];
            let got: Written = write(&endless, &draft, guesses, longest, &mut rng);
            assert_eq!(
                got.text.len(),
                longest,
                "{guesses} guesses, at most {longest}"
            );
            assert!(got.calls <= longest, "one token per call at least: {got:?}");
        }
    }
}

#[test]
fn the_two_models_of_the_book() {
    let trained = trained().expect("the shipped models");
    let words = trained.words();
    let training = Experiment::of_the_book().training;
    let texts: Vec<Vec<usize>> = training
        .sentences()
        .iter()
        .map(|pair| words.encode(&attention::data::tokenize(&pair.source)))
        .collect();
    let pairs = bigram(&texts, words.len());
    let draft = |text: &[usize]| pairs.row(*text.last().unwrap_or(&BOS)).to_owned();
    let model = &trained.language_model;
    let target = |text: &[usize]| distributions(model, words.len(), text);
    let mut rng = ChaCha8Rng::seed_from_u64(10);
    let (mut tokens, mut calls, mut offered, mut accepted) = (0, 0, 0, 0);
    for _ in 0..40 {
        let got: Written = write(&target, &draft, 4, 30, &mut rng);
        tokens += got.text.len() + 1;
        calls += got.calls;
        offered += got.offered;
        accepted += got.accepted;
    }
    let share = accepted as f64 / offered as f64;
    assert!(
        (0.68..0.82).contains(&share),
        "0.68 to 0.82 of the guesses are accepted, not {share:.3}"
    );
    let per_call = tokens as f64 / calls as f64;
    assert!(
        per_call > 2.0,
        "more than 2 tokens per call, not {per_call:.2}"
    );
}
