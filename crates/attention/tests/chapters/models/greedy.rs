//! The most likely token, step by step.

use std::cell::Cell;

use attention::encoder_decoder::{Translation, greedy};
use engine::testing::assert_panics;

use super::*;

/// Writes the tokens of the source, each with the probability 0.7.
fn copy(source: &[usize], written: &[usize]) -> Vec<Real> {
    let mut next = vec![0.05; 7];
    next[source.get(written.len()).copied().unwrap_or(EOS)] = 0.7;
    next
}

fn write(
    next: impl Fn(&[usize], &[usize]) -> Vec<Real>,
    sources: &[&[usize]],
    steps: usize,
) -> Vec<Translation> {
    let sources = Padded::new(sources, TARGET_VOCAB).expect("all are below 7");
    greedy(&Scripted { vocab: TARGET_VOCAB, next }, &sources, steps)
}

/// The end counts as a step: three steps suffice for two tokens and the end.
#[test]
fn each_sentence_stops_at_its_own_end() {
    let sources: [&[usize]; 3] = [&[5, 4, 6, EOS], &[EOS], &[6, 4, EOS]];
    for (steps, ended) in [(9, [true; 3]), (3, [false, true, true]), (0, [false; 3])] {
        for ((written, source), ended) in
            write(copy, &sources, steps).iter().zip(sources).zip(ended)
        {
            let text = &source[..source.len() - 1];
            assert_eq!(written.tokens, text[..steps.min(text.len())]);
            assert_eq!((written.ended, &written.weights), (ended, &None));
            let probability = steps.min(source.len()) as f64 * 0.7_f64.ln();
            assert_eq!(close("probability", written.log_probability, probability), Ok(()));
        }
    }
}

/// The model is not called again when all sentences have ended, and receives the end of one that
/// has.
#[test]
fn the_model_is_not_called_after_the_last_end() {
    let asked = Cell::new(0);
    let next = |source: &[usize], written: &[usize]| {
        asked.set(asked.get() + 1);
        copy(source, written)
    };
    write(next, &[&[5, EOS], &[6, 4, EOS]], 50);
    assert_eq!(asked.get(), 2 * 3);
}

#[test]
fn of_equal_tokens_the_first_is_taken() {
    let next = |_: &[usize], written: &[usize]| match written.len() {
        0 => vec![0.1, 0.1, 0.1, 0.1, 0.3, 0.3, 0.0],
        1 => vec![0.25, 0.25, 0.0, 0.0, 0.25, 0.25, 0.0],
        _ => vec![0.1, 0.0, 0.0, 0.3, 0.3, 0.3, 0.0],
    };
    let translation = &write(next, &[&[EOS]], 9)[0];
    assert_eq!((&translation.tokens[..], translation.ended), (&[4, 0][..], true));
}

#[test]
fn a_model_that_went_wrong_is_not_asked_for_words() {
    assert_panics("greedy: the model has logits that are NaN", || {
        write(|_, _| vec![Real::NAN; 7], &[&[EOS]], 3);
    });
}
