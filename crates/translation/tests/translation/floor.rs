//! The smallest loss that a corpus allows.

use std::collections::BTreeMap;

use translation::data::{Corpus, Example, Vocabularies, floor};

use crate::corpus;

fn example(source: usize, target: &[usize]) -> Example {
    Example { source: vec![source, 3], target: target.to_vec() }
}

fn assert_near(computed: f64, expected: f64) {
    assert!((computed - expected).abs() < 1e-12, "{computed} {expected}");
}

#[test]
fn two_sources_by_hand() {
    let corpus = corpus(&[("go", "va"), ("go", "allez y"), ("hi", "salut")]);
    // ln 2 for each of the two pairs with "go"; 2 + 3 + 2 tokens with <eos>.
    let expected = 2.0 * 2.0_f64.ln() / 7.0;
    assert_near(corpus.floor(), expected);
    let examples = Vocabularies::new(&corpus, 1).examples(&corpus);
    assert_near(floor(&examples), expected);
}

#[test]
fn one_translation_each_costs_nothing() {
    assert_near(corpus(&[("go", "va"), ("hi", "salut")]).floor(), 0.0);
    assert_near(Corpus::default().floor(), 0.0);
    assert_near(floor(&[]), 0.0);
}

#[test]
fn unequal_frequencies() {
    let examples =
        [example(5, &[7, 3]), example(5, &[7, 3]), example(5, &[7, 8, 3]), example(6, &[7, 3])];
    let loss = 2.0 * (3.0_f64 / 2.0).ln() + 3.0_f64.ln();
    assert_near(floor(&examples), loss / 9.0);
}

/// An unknown word makes two sources equal, and two translations.
#[test]
fn unknown_words_are_the_same() {
    let corpus = corpus(&[
        ("a rare", "un rare"),
        ("a scarce", "un maigre"),
        ("a scarce", "un"),
        ("a", "un un"),
    ]);
    let vocabularies = Vocabularies::new(&corpus, 2);
    // "scarce" also occurs once, because a source counts once.
    assert_eq!(vocabularies.source.tokens()[4..], ["a"]);
    assert_eq!(vocabularies.target.tokens()[4..], ["un"]);
    let loss = 2.0 * (3.0_f64 / 2.0).ln() + 3.0_f64.ln();
    assert_near(floor(&vocabularies.examples(&corpus)), loss / 11.0);
    assert_near(corpus.floor(), 2.0 * 2.0_f64.ln() / 11.0);
}

/// A source and the first tokens of a target.
type Prefix<'a> = (&'a [usize], &'a [usize]);

/// Returns the sum over prefixes of the entropy of the next token, as documented for [`floor`].
fn floor_by_prefixes(examples: &[Example]) -> f64 {
    let mut next = BTreeMap::<Prefix<'_>, BTreeMap<usize, usize>>::new();
    for Example { source, target } in examples {
        for (step, &token) in target.iter().enumerate() {
            let counts = next.entry((source, &target[..step])).or_default();
            *counts.entry(token).or_default() += 1;
        }
    }
    let losses = next.values().map(|counts| {
        let all = counts.values().sum::<usize>() as f64;
        let losses = counts.values().map(|&count| {
            let count = count as f64;
            count * (all / count).ln()
        });
        losses.sum::<f64>()
    });
    let tokens: usize = examples.iter().map(|example| example.target.len()).sum();
    losses.sum::<f64>() / tokens as f64
}

#[test]
fn the_chain_rule_gives_the_same() {
    let corpus = Corpus::generated(1_000, 0).unwrap();
    for min_frequency in [1, 30] {
        let examples = Vocabularies::new(&corpus, min_frequency).examples(&corpus);
        assert_near(floor(&examples), floor_by_prefixes(&examples));
    }
    let all = Vocabularies::new(&corpus, 1).examples(&corpus);
    assert_near(floor(&all), corpus.floor());
    assert!(corpus.floor() > 0.01);
}
