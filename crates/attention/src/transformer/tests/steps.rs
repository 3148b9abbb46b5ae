//! Logits are the same whether tokens are read one by one, a few at a time, or all at once.

use ndarray::Axis;

use super::{
    configs, holds_for_all, language_model, random_tokens, transformer,
};
use crate::encoder_decoder::EncoderDecoder;
use crate::encoder_decoder::testing::properties::{
    Outcome, ROUNDING, select_nearly_returns_the_sentences,
    steps_nearly_equal_teacher_forcing,
};
use crate::encoder_decoder::testing::{
    examples, rows, sources, tokens,
};
use crate::mask::Mask;
use crate::nn::Tokens;
use crate::tape::{Mode, Tape, Var};
use crate::transformer::LanguageModelCache;

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
    steps_nearly_equal_teacher_forcing(model, seed, ROUNDING)?;
    select_nearly_returns_the_sentences(model, seed, ROUNDING)
}

#[test]
fn step_by_step_equals_teacher_forcing_also_for_selected_sentences() {
    holds_for_all(to_rounding, to_rounding);
}

fn cut(all: &Tokens, from: usize, count: usize) -> Tokens {
    let columns: Vec<usize> = (from..from + count).collect();
    tokens(rows(all).select(Axis(1), &columns))
}

/// Checks that `part` equals the rows of `all` from this one on; maps have only the keys so far.
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
fn a_decoder_continues_where_it_stopped() {
    for (seed, config) in configs() {
        let model = transformer(&config, seed);
        let tape = &Tape::new(Mode::Eval, 0);
        let inputs = random_tokens(3, STEPS, seed);
        let (source, mask) =
            (sources(&examples(3, seed)), Mask::causal());
        let encoded = model.encode(tape, &source).output;
        let all =
            model.decode(tape, &inputs, encoded, &mask, &source.mask());
        let logits = model.logits(all.output);
        for cuts in CUTS {
            let mut cache = model.start(tape, &source);
            for &count in cuts {
                let from = cache.position();
                let tokens = cut(&inputs, from, count);
                let part = model
                    .decode_cached(tape, &tokens, &mut cache, &mask);
                let what = format!("{count} from {from}, {config:?}");
                assert_part(
                    &what,
                    model.logits(part.output),
                    logits,
                    from,
                );
                for block in 0..config.blocks {
                    let weights = part.weights[block];
                    assert_eq!(weights.shape()[3], from + count);
                    assert_part(
                        &what,
                        weights,
                        all.weights[block],
                        from,
                    );
                    let cross = part.cross_weights[block];
                    assert_part(
                        &what,
                        cross,
                        all.cross_weights[block],
                        from,
                    );
                }
                assert_eq!(cache.position(), from + count);
            }
            assert_eq!(cache.position(), STEPS);
        }
    }
}

#[test]
fn a_language_model_continues_where_it_stopped() {
    for (seed, config) in configs() {
        let model = language_model(&config, seed);
        let inputs = random_tokens(3, STEPS, seed);
        let tape = &Tape::new(Mode::Eval, 0);
        let all = model.predict(tape, &inputs);
        for cuts in CUTS {
            let mut cache = LanguageModelCache::default();
            for &count in cuts {
                let from = cache.position();
                let tokens = cut(&inputs, from, count);
                let part =
                    model.predict_cached(tape, &tokens, &mut cache);
                let what = format!("{count} from {from}, {config:?}");
                assert_part(&what, part.logits, all.logits, from);
                for (&weights, &expected) in
                    part.weights.iter().zip(&all.weights)
                {
                    assert_eq!(weights.shape()[3], from + count);
                    assert_part(&what, weights, expected, from);
                }
                assert_eq!(cache.position(), from + count);
            }
        }
    }
}

/// Each step creates a new cache, so another continuation can use the old one again.
#[test]
fn a_cache_can_be_used_twice() {
    let (_, config) =
        configs().next().expect("there are configurations");
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
#[should_panic(expected = "decoder: 2 blocks, and a cache of 1")]
fn a_cache_of_another_decoder_is_refused() {
    let [two, one] = [2, 1].map(|blocks| {
        let (_, config) =
            configs().next().expect("there are configurations");
        transformer(&config.blocks(blocks), 0)
    });
    let tape = &Tape::new(Mode::Eval, 0);
    let cache = one.start(tape, &sources(&examples(2, 0)));
    two.step(tape, &tokens(ndarray::array![2, 2]), &cache);
}

#[test]
#[should_panic(expected = "language model: 2 blocks, and a cache of 1")]
fn a_cache_of_another_language_model_is_refused() {
    let [two, one] = [2, 1].map(|blocks| {
        let (_, config) =
            configs().next().expect("there are configurations");
        language_model(&config.blocks(blocks), 0)
    });
    let tape = &Tape::new(Mode::Eval, 0);
    let (inputs, mut cache) =
        (random_tokens(1, 2, 0), LanguageModelCache::default());
    one.predict_cached(tape, &inputs, &mut cache);
    two.predict_cached(tape, &inputs, &mut cache);
}
