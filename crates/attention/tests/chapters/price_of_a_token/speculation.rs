//! Texts from guesses against the exact distribution of the target.

use std::collections::BTreeMap;

use attention::Real;
use attention::data::{BOS, EOS};
use attention::price_of_a_token::{Bigrams, NextToken, WithCache, replacement, speculate};
use attention::transformer::{Config, LanguageModel, Sampling};
use engine::testing::{assert_panics, rng};
use ndarray::{Array2, array};
use rand::rngs::ChaCha8Rng;

/// The tokens of the texts in this file.
const TOKENS: [usize; 3] = [EOS, 4, 5];

/// Returns a model of six tokens, of which it writes three.
fn model(rows: Array2<Real>) -> Bigrams {
    let mut next = Array2::zeros((6, 6));
    for (before, row) in [BOS, 4, 5].into_iter().zip(rows.rows()) {
        for (token, p) in TOKENS.into_iter().zip(row) {
            next[[before, token]] = *p;
        }
    }
    Bigrams::new(next)
}

fn target() -> Bigrams {
    model(array![[0.2, 0.5, 0.3], [0.1, 0.2, 0.7], [0.3, 0.6, 0.1]])
}

fn draft() -> Bigrams {
    model(array![[0.1, 0.7, 0.2], [0.3, 0.3, 0.4], [0.2, 0.2, 0.6]])
}

/// Returns all texts of at most `steps` tokens with their probabilities.
fn exact(steps: usize) -> BTreeMap<Vec<usize>, f64> {
    let mut open = vec![(vec![], 1.0)];
    let mut texts = BTreeMap::new();
    for step in 1..=steps {
        for (text, p) in std::mem::take(&mut open) {
            let last = text.last().copied().unwrap_or(BOS);
            let row = target().read(&[last]);
            for token in TOKENS {
                let text = [&text[..], &[token]].concat();
                let p = p * row[[0, token]] as f64;
                match token == EOS || step == steps {
                    true => drop(texts.insert(text, p)),
                    false => open.push((text, p)),
                }
            }
        }
    }
    texts
}

#[test]
fn texts_have_the_distribution_of_the_target() {
    let expected = exact(3);
    let total: f64 = expected.values().sum();
    assert!((total - 1.0).abs() < 1e-5, "{total}");
    for guesses in 0..=4 {
        const TEXTS: usize = 20_000;
        let rng = &mut rng(guesses as u64);
        let mut counts = BTreeMap::new();
        for _ in 0..TEXTS {
            let (target, draft) = (&mut target(), &mut draft());
            let text = speculate(target, draft, guesses, 3, rng);
            *counts.entry(text.tokens).or_insert(0.0) += 1.0;
        }
        let terms = expected.iter().map(|(text, p)| {
            let (seen, mean) = (counts.remove(text).unwrap_or(0.0), p * TEXTS as f64);
            (seen - mean) * (seen - mean) / mean
        });
        // 15 cells; a value above 36 has a probability of 0.001.
        let chi_square: f64 = terms.sum();
        assert!(chi_square < 36.0, "{guesses} guesses: {chi_square}");
        assert!(counts.is_empty(), "impossible texts: {counts:?}");
    }
}

#[test]
fn a_rejection_by_rounding_draws_from_the_target() {
    let rng = &mut rng(0);
    let target = array![0.0, 0.5, 0.5];
    let draft = array![0.0, 0.6, 0.5]; // of rounding, enlarged
    let replaced: Vec<usize> =
        (0..100).filter_map(|_| replacement(1, target.view(), draft.view(), rng)).collect();
    assert!(replaced.contains(&1) && replaced.contains(&2));
    assert!(!replaced.contains(&0));
}

#[test]
fn guesses_save_calls() {
    let rng = &mut rng(0);
    let (target, draft) = (&mut target(), &mut target());
    let text = speculate(target, draft, 4, 20, rng);
    assert_eq!(text.accepted, text.checked);
    assert!(text.calls <= text.tokens.len().div_ceil(4));
}

/// A model and the largest number of tokens that it had read.
struct Longest(Bigrams, usize);

impl NextToken for Longest {
    fn vocab(&self) -> usize {
        self.0.vocab()
    }

    fn position(&self) -> usize {
        self.0.position()
    }

    fn read(&mut self, tokens: &[usize]) -> Array2<Real> {
        let rows = self.0.read(tokens);
        self.1 = self.1.max(self.position());
        rows
    }

    fn truncate(&mut self, tokens: usize) {
        self.0.truncate(tokens);
    }
}

#[test]
fn no_guess_goes_beyond_the_last_token() {
    for (guesses, max_tokens) in (0..6).flat_map(|guesses| (0..8).map(move |max| (guesses, max))) {
        for seed in 0..20 {
            let rng = &mut rng(seed);
            let [mut target, mut guessing] = [target(), draft()].map(|model| Longest(model, 0));
            let text = speculate(&mut target, &mut guessing, guesses, max_tokens, rng);
            let written = text.tokens.len();
            assert!(written <= max_tokens);
            // BOS and all tokens but the last, as without guesses. A guessed end is also read.
            let ended = text.tokens.last() == Some(&EOS);
            let most = written + usize::from(ended);
            assert!(target.1 <= max_tokens.min(most + guesses));
            assert!(guessing.1 <= max_tokens);
            assert!(text.accepted <= written, "{text:?}");
        }
    }
}

#[test]
fn a_draft_with_more_tokens_panics() {
    // It writes token 6 only.
    let mut next = Array2::zeros((7, 7));
    next.column_mut(6).fill(1.0);
    assert_panics("speculate: vocabularies of 6 and 7 tokens", || {
        speculate(&mut target(), &mut Bigrams::new(next), 4, 7, &mut rng(0));
    });
}

#[test]
fn rejected_guesses_are_forgotten() {
    let rng = &mut rng(0);
    let model = LanguageModel::new(&Config::new(8, 2), 6, rng).expect("2 divides 8");
    // With one possible token, no random number matters.
    let most_likely = Sampling::default().top_k(1).expect("above 0");
    let write = |guesses, rng: &mut ChaCha8Rng| {
        let mut target = WithCache::new(&model, most_likely);
        speculate(&mut target, &mut draft(), guesses, 12, rng)
    };
    let (alone, guessed) = (write(0, rng), write(3, rng));
    assert!(guessed.accepted < guessed.checked);
    assert_eq!(guessed.tokens, alone.tokens);
}
