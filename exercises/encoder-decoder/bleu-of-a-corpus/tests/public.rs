//! Tests that everybody sees.

use bleu_of_a_corpus::{Counts, bleu, mean_of_sentences};

/// A B B C D, where A B C D E F is right.
const HALF_RIGHT: Counts = Counts {
    right: [4, 3, 1, 0],
    all: [5, 4, 3, 2],
    candidate: 5,
    reference: 6,
};
const RIGHT: Counts = Counts {
    right: [6, 5, 4, 3],
    all: [6, 5, 4, 3],
    candidate: 6,
    reference: 6,
};

fn assert_near(got: f64, want: f64, what: &str) {
    assert!(
        (got - want).abs() < 1e-9,
        "{what}: expected {want}, got {got}"
    );
}

#[test]
fn one_sentence_by_hand() {
    assert_near(bleu(&[RIGHT]), 1.0, "a right sentence");
    assert_near(bleu(&[HALF_RIGHT]), 0.0, "no right 4-gram");
    assert_near(mean_of_sentences(&[RIGHT]), 1.0, "the mean of one");
}

#[test]
fn two_sentences_by_hand() {
    let (penalty, product) = (
        (1.0 - 12.0_f64 / 11.0).exp(),
        10.0 / 11.0 * 8.0 / 9.0 * 5.0 / 7.0 * 3.0 / 5.0_f64,
    );
    let got: f64 = bleu(&[HALF_RIGHT, RIGHT]);
    assert_near(got, penalty * product.powf(0.25), "two sentences");
}
