use std::collections::HashMap;

use attention::array::assert_close;
use attention::data::{BOS, EOS, Sentence};
use attention::encoder_decoder::Experiment;
use attention::price_of_a_token::{Bigrams, NextToken, WithCache, speculate};
use attention::transformer::Sampling;
use attention::{Real, assert_between};
use guess_and_check::Draft;
use laboratory::transformer::trained;
use ndarray::{Array1, Array2, array};
use rand::{RngExt, SeedableRng, rngs::ChaCha8Rng};

fn random_text(len: usize, vocab: usize, rng: &mut ChaCha8Rng) -> Vec<usize> {
    (0..len).map(|_| rng.random_range(0..vocab)).collect()
}

/// Computes each probability from counts in the texts.
fn slow(
    texts: &[Vec<usize>],
    vocab: usize,
    [strength, copy]: [f64; 2],
    text: &[usize],
) -> Array1<f64> {
    let count = |wanted: &[usize]| {
        let found = |text: &Vec<usize>| {
            let windows = text.windows(wanted.len());
            windows.filter(|window| *window == wanted).count()
        };
        texts.iter().map(found).sum::<usize>() as f64
    };
    let share = |before: &[usize], token: usize, shorter: f64| {
        let all: f64 = (0..vocab).map(|x| count(&[before, &[x]].concat())).sum();
        let this = count(&[before, &[token]].concat());
        (this + strength * shorter) / (all + strength)
    };
    let len = text.len();
    let copied =
        (2..len).rev().find(|&i| text[i - 2..i] == text[len - 2..]).map(|i| text[i]);
    let row = (0..vocab).map(|token| {
        let mut p = share(&text[len - 1..], token, 1.0 / vocab as f64);
        if len >= 2 {
            p = share(&text[len - 2..], token, p);
        }
        match copied {
            Some(last) => (1.0 - copy) * p + copy * f64::from(u8::from(last == token)),
            None => p,
        }
    });
    row.collect()
}

#[test]
fn all_contexts() {
    let rng = &mut ChaCha8Rng::seed_from_u64(96);
    for (vocab, strength, copy) in [(4, 0.3, 0.0), (5, 2.0, 0.5), (3, 1.0, 0.9)] {
        let texts: Vec<Vec<usize>> =
            (0..6).map(|len| random_text(len, vocab, rng)).collect();
        let draft = Draft::counted(&texts, vocab, strength as Real, copy as Real);
        for len in 1..40 {
            let text = random_text(len, vocab, rng);
            let got: Array1<Real> = draft.after(&text);
            let want = slow(&texts, vocab, [strength, copy], &text);
            assert_close(&got.mapv(f64::from), &want, 1e-4);
        }
    }
}

#[test]
fn rejected_guesses_are_forgotten() {
    let texts = [vec![2, 4, 5, 4, 4, 3], vec![2, 5, 4, 5, 3]];
    let fresh = Draft::counted(&texts, 6, 0.5, 0.6);
    for kept in 1..6 {
        let mut draft = fresh.clone();
        draft.read(&[2, 4, 5, 4, 5, 5]);
        draft.truncate(kept);
        assert_eq!(draft.position(), kept, "tokens after truncate({kept})");
        draft.truncate(9);
        assert_eq!(draft.position(), kept, "truncate(9) of fewer tokens");
        let more = [4, 4, 5, 5];
        let mut other = fresh.clone();
        other.read(&[2, 4, 5, 4, 5, 5][..kept]);
        let (got, want): (Array2<Real>, Array2<Real>) =
            (draft.read(&more), other.read(&more));
        assert_close(&got, &want, 1e-5);
    }
}

#[test]
fn texts_of_the_target() {
    const RUNS: usize = 8000;
    let rows = [(BOS, [0.1, 0.6, 0.3]), (4, [0.2, 0.2, 0.6]), (5, [0.3, 0.5, 0.2])];
    let mut next = Array2::<Real>::zeros((6, 6));
    for (before, [end, four, five]) in rows {
        next.row_mut(before).assign(&array![0.0, 0.0, 0.0, end, four, five]);
    }
    let target = Bigrams::new(next.clone());
    let texts = [vec![2, 4, 4, 5, 3], vec![2, 5, 5, 5, 4, 3], vec![2, 4, 3]];
    let draft = Draft::counted(&texts, 6, 0.5, 0.5);
    for guesses in [1, 2, 4] {
        let rng = &mut ChaCha8Rng::seed_from_u64(99);
        let mut counts: HashMap<Vec<usize>, f64> = HashMap::new();
        for _ in 0..RUNS {
            let (mut target, mut draft) = (target.clone(), draft.clone());
            let got = speculate(&mut target, &mut draft, guesses, 5, rng);
            *counts.entry(got.tokens).or_default() += 1.0;
        }
        // All texts that end or are cut after 5 tokens.
        let (mut chi_square, mut open) = (0.0, vec![(vec![], 1.0)]);
        while let Some((text, p)) = open.pop() {
            for token in [EOS, 4, 5] {
                let before = text.last().copied().unwrap_or(BOS);
                let p = p * f64::from(next[[before, token]]);
                let text = [&text[..], &[token]].concat();
                if token != EOS && text.len() < 5 {
                    open.push((text, p));
                    continue;
                }
                let want = RUNS as f64 * p;
                let count = counts.get(&text).copied().unwrap_or(0.0);
                chi_square += (count - want).powi(2) / want;
            }
        }
        // 62 degrees of freedom: above 122 once in 100,000 times.
        assert_between!(chi_square, 0.0, 122.0, "{guesses} guesses: chi-square");
    }
}

/// A model that writes the same seven tokens again and again, whatever it reads.
struct Circle(usize);

impl NextToken for Circle {
    fn vocab(&self) -> usize {
        12
    }

    fn position(&self) -> usize {
        self.0
    }

    fn read(&mut self, tokens: &[usize]) -> Array2<Real> {
        let start = self.0;
        self.0 += tokens.len();
        Array2::from_shape_fn((tokens.len(), 12), |(i, token)| {
            Real::from(u8::from(token == 5 + (start + i) % 7))
        })
    }

    fn truncate(&mut self, tokens: usize) {
        self.0 = self.0.min(tokens);
    }
}

#[test]
fn copies_need_few_calls() {
    let rng = &mut ChaCha8Rng::seed_from_u64(97);
    let mut draft = Draft::counted(&[], 12, 1.0, 1.0);
    let got = speculate(&mut Circle(0), &mut draft, 4, 59, rng);
    assert_eq!(got.tokens.len(), 59, "tokens");
    // Almost no guess is right for nine tokens; then each call yields five tokens.
    assert_between!(got.calls, 14, 20, "calls for 59 tokens of a repeated text");
}

#[test]
fn the_language_model_of_the_book() {
    let trained = trained().expect("the shipped models");
    let words = &trained.transformer.vocabularies;
    let training = Experiment::of_the_book().training;
    let text = |sentence: &Sentence| words.encode_source(&sentence.source);
    let texts = training.sentences().iter();
    let texts: Vec<_> = texts.map(|it| [vec![BOS], text(it)].concat()).collect();
    let draft = Draft::counted(&texts, words.source.len(), 0.1, 0.0);
    let rng = &mut ChaCha8Rng::seed_from_u64(10);
    let (mut tokens, mut calls, mut checked, mut accepted) = (0, 0, 0, 0);
    for _ in 0..100 {
        let model = &trained.language_model;
        let mut target = WithCache::new(model, Sampling::default());
        let got = speculate(&mut target, &mut draft.clone(), 4, 40, rng);
        tokens += got.tokens.len();
        calls += got.calls;
        checked += got.checked;
        accepted += got.accepted;
    }
    let share = accepted as f64 / checked as f64;
    assert_between!(share, 0.77, 1.0, "accepted of the checked guesses");
    let per_call = tokens as f64 / calls as f64;
    assert_between!(per_call, 2.7, 5.0, "tokens per call");
}
