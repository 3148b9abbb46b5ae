//! Beam search with models, whose states pass from parents to children.

use ndarray::{Array1, Axis};

use crate::data::{BOS, EOS, Example};
use crate::encoder_decoder::testing::{
    bahdanau, examples, fixed_context, sources, tokens,
};
use crate::encoder_decoder::{
    BeamSearch, EncoderDecoder, greedy, translate_with_beam,
};
use crate::tape::{Mode, Tape};

fn settings(width: usize) -> BeamSearch {
    BeamSearch {
        width,
        length_exponent: 0.5,
        max_steps: 5,
        end: EOS,
    }
}

/// Returns the logarithm of the probability of these tokens, with teacher forcing.
fn taught<M: EncoderDecoder>(
    model: &M,
    example: &Example,
    targets: &[usize],
) -> f64 {
    let tape = Tape::new(Mode::Eval, 0);
    let inputs = [&[BOS], &targets[..targets.len() - 1]].concat();
    let inputs = tokens(Array1::from(inputs).insert_axis(Axis(0)));
    let decoded = model.forward(&tape, &sources([example]), &inputs);
    let logs = decoded.logits.log_softmax().value();
    let each = targets.iter().enumerate();
    each.map(|(step, &token)| logs[[0, step, token]] as f64)
        .sum()
}

/// A candidate that continued from the state of another would have a different probability.
fn candidates_have_the_probability_under_teacher_forcing<
    M: EncoderDecoder,
>(
    model: &M,
    seed: u64,
    tolerance: f64,
) {
    for example in examples(3, seed) {
        let found = translate_with_beam(
            model,
            &sources([&example]),
            &settings(4),
        );
        assert_eq!(found.len(), 4);
        for candidate in found {
            let end = candidate.ended.then_some(EOS);
            let targets: Vec<usize> =
                candidate.tokens.iter().copied().chain(end).collect();
            let expected = taught(model, &example, &targets);
            let difference = candidate.log_probability - expected;
            assert!(
                difference.abs() < tolerance,
                "{candidate:?} and {expected}"
            );
            let score = expected / (targets.len() as f64).sqrt();
            assert!(
                (candidate.score - score).abs() < tolerance,
                "{candidate:?}"
            );
        }
    }
}

#[test]
fn each_candidate_has_its_probability_under_teacher_forcing() {
    for seed in 0..4 {
        let layers = 1 + seed as usize % 2;
        let without = fixed_context(layers, seed);
        candidates_have_the_probability_under_teacher_forcing(
            &without, seed, 1e-9,
        );
        let with = bahdanau(layers, seed);
        candidates_have_the_probability_under_teacher_forcing(
            &with, seed, 1e-5,
        );
    }
}

fn one_beginning_is_greedy<M: EncoderDecoder>(model: &M, seed: u64) {
    for example in examples(4, seed) {
        let source = sources([&example]);
        let found = translate_with_beam(model, &source, &settings(1));
        let expected = &greedy(model, &source, 5)[0];
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].tokens, expected.tokens);
        assert_eq!(found[0].ended, expected.ended);
        assert_eq!(found[0].log_probability, expected.log_probability);
    }
}

#[test]
fn a_search_with_one_beginning_is_greedy() {
    for seed in 0..6 {
        let layers = 1 + seed as usize % 3;
        one_beginning_is_greedy(&fixed_context(layers, seed), seed);
        one_beginning_is_greedy(&bahdanau(layers, seed), seed);
    }
}

/// The search ends at the end token of the vocabularies, even if the settings name another.
#[test]
fn the_search_ends_at_the_end_token_of_the_vocabularies() {
    let model = fixed_context(1, 0);
    let source = sources(&examples(1, 0));
    let found = translate_with_beam(&model, &source, &settings(3));
    let other = BeamSearch {
        end: 5,
        ..settings(3)
    };
    assert_eq!(translate_with_beam(&model, &source, &other), found);
}

#[test]
#[should_panic(expected = "translate_with_beam: 2 sentences")]
fn two_sentences_are_refused() {
    let source = sources(&examples(2, 0));
    translate_with_beam(&fixed_context(1, 0), &source, &settings(2));
}
