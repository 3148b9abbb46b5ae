//! Tokens that come one by one, or a few at a time, get the logits that they get at once.

use ndarray::Axis;

use super::{configs, holds_for_all, language_model, random_tokens, transformer};
use crate::encoder_decoder::EncoderDecoder;
use crate::encoder_decoder::testing::properties::{
    Outcome, ROUNDING, select_nearly_takes_sentences, steps_are_nearly_those_taught,
};
use crate::encoder_decoder::testing::{examples, rows, sources, tokens};
use crate::mask::Mask;
use crate::nn::Tokens;
use crate::tape::{Mode, Tape, Var};
use crate::transformer::Past;

const STEPS: usize = 7;

/// Where a text of seven tokens is cut.
const CUTS: [&[usize]; 6] = [
    &[1, 1, 1, 1, 1, 1, 1],
    &[2, 2, 2, 1],
    &[3, 3, 1],
    &[4, 1, 1, 1], // a prompt, then steps
    &[1, 5, 1],
    &[6, 1],
];

fn to_rounding<M: EncoderDecoder>(model: &M, seed: u64) -> Outcome {
    steps_are_nearly_those_taught(model, seed, ROUNDING)?;
    select_nearly_takes_sentences(model, seed, ROUNDING)
}

#[test]
fn step_by_step_is_the_same_as_taught_also_for_selected_sentences() {
    holds_for_all(to_rounding, to_rounding);
}

fn cut(all: &Tokens, from: usize, count: usize) -> Tokens {
    let columns: Vec<usize> = (from..from + count).collect();
    tokens(rows(all).select(Axis(1), &columns))
}

/// `part` are the rows of `all` from this one on, and in maps the keys so far.
#[track_caller]
fn assert_part(what: &str, part: Var<'_>, all: Var<'_>, from: usize) {
    let shape = part.shape();
    let axis = shape.len() - 2; // steps
    let mut expected = all.slice(axis, from..from + shape[axis]);
    if axis == 2 {
        expected = expected.slice(3, ..shape[3]);
    }
    let same = ROUNDING.same(what, &part.value(), &expected.value());
    assert_eq!(same, Ok(()));
}

#[test]
fn a_decoder_goes_on_where_it_stopped() {
    for (seed, config) in configs() {
        let model = transformer(&config, seed);
        let tape = &Tape::new(Mode::Eval, 0);
        let inputs = random_tokens(3, STEPS, seed);
        let start = model.start(tape, &sources(&examples(3, seed)));
        let all = model.decode(tape, &inputs, &start, &Mask::causal());
        let logits = model.logits(all.output);
        for cuts in CUTS {
            let (mut memory, mut from) = (start.clone(), 0);
            for &count in cuts {
                let tokens = cut(&inputs, from, count);
                let read = model.decode(tape, &tokens, &memory, &Mask::causal());
                let what = format!("{count} from {from}, {config:?}");
                assert_part(&what, model.logits(read.output), logits, from);
                for block in 0..config.blocks {
                    let weights = read.weights[block];
                    assert_eq!(weights.shape()[3], from + count);
                    assert_part(&what, weights, all.weights[block], from);
                    let cross = read.cross_weights[block];
                    assert_part(&what, cross, all.cross_weights[block], from);
                }
                (memory, from) = (read.memory, from + count);
                assert_eq!(memory.position, from);
            }
            assert_eq!(from, STEPS);
        }
    }
}

#[test]
fn a_language_model_goes_on_where_it_stopped() {
    for (seed, config) in configs() {
        let model = language_model(&config, seed);
        let tape = &Tape::new(Mode::Eval, 0);
        let inputs = random_tokens(3, STEPS, seed);
        let all = model.read(tape, &inputs, &Past::default());
        for cuts in CUTS {
            let (mut past, mut from) = (Past::default(), 0);
            for &count in cuts {
                let read = model.read(tape, &cut(&inputs, from, count), &past);
                let what = format!("{count} from {from}, {config:?}");
                assert_part(&what, read.logits, all.logits, from);
                for (&weights, &expected) in read.weights.iter().zip(&all.weights) {
                    assert_eq!(weights.shape()[3], from + count);
                    assert_part(&what, weights, expected, from);
                }
                (past, from) = (read.past, from + count);
                assert_eq!(past.position(), from);
            }
        }
    }
}

/// Each step makes a new memory: the old one can be read again, by another continuation.
#[test]
fn a_memory_can_be_used_twice() {
    let (_, config) = configs().next().expect("there are configurations");
    let model = transformer(&config, 0);
    let tape = &Tape::new(Mode::Eval, 0);
    let start = model.start(tape, &sources(&examples(2, 0)));
    let next = |token| {
        let tokens = tokens(ndarray::array![token, token]);
        model.step(tape, &tokens, &start).0.logits.value()
    };
    let first = next(4);
    assert_ne!(next(5), first);
    assert_eq!(next(4), first);
}

#[test]
#[should_panic(expected = "decoder: 2 blocks, and a memory of 1")]
fn a_memory_of_another_decoder_is_refused() {
    let [two, one] = [2, 1].map(|blocks| {
        let (_, config) = configs().next().expect("there are configurations");
        transformer(&config.blocks(blocks), 0)
    });
    let tape = &Tape::new(Mode::Eval, 0);
    let memory = one.start(tape, &sources(&examples(2, 0)));
    two.step(tape, &tokens(ndarray::array![2, 2]), &memory);
}

#[test]
#[should_panic(expected = "language model: 2 blocks, and a past of 1")]
fn a_past_of_another_model_is_refused() {
    let [two, one] = [2, 1].map(|blocks| {
        let (_, config) = configs().next().expect("there are configurations");
        language_model(&config.blocks(blocks), 0)
    });
    let tape = &Tape::new(Mode::Eval, 0);
    let inputs = random_tokens(1, 2, 0);
    let past = one.read(tape, &inputs, &Past::default()).past;
    two.read(tape, &inputs, &past);
}
