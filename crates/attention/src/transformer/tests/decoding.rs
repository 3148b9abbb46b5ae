//! Writing with a Transformer: greedy, beam and sampling agree where they should.

use ndarray::{Array1, Axis};

use super::{configs, language_model, rng, transformer};
use crate::data::{BOS, EOS, Example};
use crate::encoder_decoder::testing::{
    batch, examples, sources, tokens,
};
use crate::encoder_decoder::{
    BeamSearch, EncoderDecoder, greedy, translate_with_beam,
};
use crate::tape::{Mode, Tape};
use crate::transformer::{Sampling, sample};

const STEPS: usize = 6;

fn settings(width: usize) -> BeamSearch {
    BeamSearch {
        width,
        length_exponent: 0.5,
        max_steps: STEPS,
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

#[track_caller]
fn assert_near(found: f64, expected: f64) {
    let difference = (found - expected).abs();
    assert!(
        difference <= 1e-5 * expected.abs().max(1.0),
        "{found} and {expected}"
    );
}

fn candidates_have_the_probability_under_teacher_forcing<
    M: EncoderDecoder,
>(
    model: &M,
    seed: u64,
) {
    for example in examples(2, seed) {
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
            assert_near(candidate.log_probability, expected);
            assert_near(
                candidate.score,
                expected / (targets.len() as f64).sqrt(),
            );
        }
    }
}

#[test]
fn each_candidate_has_its_probability_under_teacher_forcing() {
    for (seed, config) in configs() {
        candidates_have_the_probability_under_teacher_forcing(
            &transformer(&config, seed),
            seed,
        );
        candidates_have_the_probability_under_teacher_forcing(
            &language_model(&config, seed),
            seed,
        );
    }
}

/// A search with one beginning takes the most likely token, and so does a draw from one token.
fn the_likeliest<M: EncoderDecoder>(model: &M, seed: u64) {
    let most_likely = Sampling::new(1.0).unwrap().top_k(1).unwrap();
    let examples = examples(4, seed);
    let together = greedy(model, &batch(&examples).source, STEPS);
    let drawn = sample(
        model,
        &batch(&examples).source,
        STEPS,
        &most_likely,
        &mut rng(seed),
    );
    assert_eq!(drawn, together);
    for (example, together) in examples.iter().zip(together) {
        let source = sources([example]);
        let found = translate_with_beam(model, &source, &settings(1));
        let alone = &greedy(model, &source, STEPS)[0];
        assert_eq!(
            (&found[0].tokens, found[0].ended),
            (&alone.tokens, alone.ended)
        );
        assert_eq!(found[0].log_probability, alone.log_probability);
        assert_eq!(
            (&together.tokens, together.ended),
            (&alone.tokens, alone.ended)
        );
        assert_near(together.log_probability, alone.log_probability);
    }
}

#[test]
fn one_beginning_and_one_token_to_draw_are_greedy() {
    for (seed, config) in configs() {
        the_likeliest(&transformer(&config, seed), seed);
        the_likeliest(&language_model(&config, seed), seed);
    }
}

/// The reported probability of a translation comes from the model, however its tokens were sampled.
#[test]
fn a_sampled_translation_has_its_probability_under_teacher_forcing() {
    let sampling = Sampling::new(2.0).unwrap().top_p(0.9).unwrap();
    for (seed, config) in configs() {
        let (model, examples) =
            (transformer(&config, seed), examples(5, seed));
        let source = batch(&examples).source;
        let drawn =
            sample(&model, &source, STEPS, &sampling, &mut rng(seed));
        assert_eq!(
            drawn,
            sample(&model, &source, STEPS, &sampling, &mut rng(seed))
        );
        for (example, drawn) in examples.iter().zip(drawn) {
            assert!(
                drawn.weights.is_none() && drawn.tokens.len() <= STEPS
            );
            let end = drawn.ended.then_some(EOS);
            let targets: Vec<usize> =
                drawn.tokens.into_iter().chain(end).collect();
            assert_near(
                drawn.log_probability,
                taught(&model, example, &targets),
            );
        }
    }
}

#[test]
fn no_steps_write_nothing() {
    let (seed, config) =
        configs().next().expect("there are configurations");
    let model = transformer(&config, seed);
    let source = batch(&examples(2, 0)).source;
    let plain = Sampling::new(1.0).unwrap();
    for written in sample(&model, &source, 0, &plain, &mut rng(0)) {
        assert_eq!((written.tokens, written.ended), (vec![], false));
        assert_eq!(written.log_probability, 0.0);
    }
}
