//! The most likely token, step by step.

use ndarray::Array1;

use crate::Real;
use crate::data::{BOS, EOS, Padded};
use crate::encoder_decoder::testing::properties::{
    EXACT, Outcome, ROUNDING, Tolerance,
};
use crate::encoder_decoder::testing::{
    Scripted, bahdanau, examples, fixed_context, sources, tokens,
};
use crate::encoder_decoder::{EncoderDecoder, greedy};
use crate::tape::{Mode, Tape};

/// Writes the tokens of the source, each with the probability 0.7.
fn copy(source: &[usize], written: &[usize]) -> Vec<Real> {
    let token = source.get(written.len()).copied().unwrap_or(EOS);
    let mut next = vec![0.05; 7];
    next[token] = 0.7;
    next
}

fn padded(sources: &[Vec<usize>]) -> Padded {
    Padded::new(sources, 7).expect("all are below 7")
}

#[test]
fn each_sentence_stops_at_its_own_end() {
    let (vocab, next) = (7, copy);
    let model = Scripted { vocab, next };
    let source =
        padded(&[vec![5, 4, 6, EOS], vec![EOS], vec![6, 4, EOS]]);
    let written = greedy(&model, &source, 9);
    for (translation, right) in
        written.iter().zip([&[5, 4, 6][..], &[], &[6, 4]])
    {
        assert_eq!(translation.tokens, right);
        assert!(translation.ended);
        let log_probability = (right.len() + 1) as f64 * 0.7_f64.ln();
        assert!(
            (translation.log_probability - log_probability).abs()
                < 1e-5
        );
        assert_eq!(translation.weights, None);
    }
}

/// The end counts as a step: three steps suffice for two tokens and the end.
#[test]
fn the_steps_are_bounded() {
    let (vocab, next) = (7, copy);
    let model = Scripted { vocab, next };
    let source = padded(&[vec![5, 4, 6, EOS], vec![6, 4, EOS]]);
    let written = greedy(&model, &source, 3);
    assert_eq!(written[0].tokens, [5, 4, 6]);
    assert!(!written[0].ended);
    assert_eq!(written[1].tokens, [6, 4]);
    assert!(written[1].ended);
    let log_probability = 3.0 * 0.7_f64.ln();
    for translation in &written {
        assert!(
            (translation.log_probability - log_probability).abs()
                < 1e-5
        );
    }
    let nothing = &greedy(&model, &source, 0)[0];
    assert_eq!((nothing.tokens.len(), nothing.ended), (0, false));
    assert_eq!(nothing.log_probability, 0.0);
}

/// The model is not called again when all sentences have ended, and receives the end of one that
/// has.
#[test]
fn the_model_is_not_called_after_the_last_end() {
    let asked = std::cell::Cell::new(0);
    let model = Scripted {
        vocab: 7,
        next: |source: &[usize], written: &[usize]| {
            asked.set(asked.get() + 1);
            copy(source, written)
        },
    };
    greedy(&model, &padded(&[vec![5, EOS], vec![6, 4, EOS]]), 50);
    assert_eq!(asked.get(), 2 * 3);
}

#[test]
fn of_equal_tokens_the_first_is_taken() {
    let next = |_: &[usize], written: &[usize]| match written.len() {
        0 => vec![0.1, 0.1, 0.1, 0.1, 0.3, 0.3],
        1 => vec![0.25, 0.25, 0.0, 0.0, 0.25, 0.25],
        _ => vec![0.1, 0.0, 0.0, 0.3, 0.3, 0.3],
    };
    let model = Scripted { vocab: 6, next };
    let translation = &greedy(&model, &padded(&[vec![EOS]]), 9)[0];
    assert_eq!(translation.tokens, [4, 0]);
    assert!(translation.ended);
}

/// The reported probability is the product of the probabilities of the same tokens under teacher
/// forcing, and the reported weights are the weights under teacher forcing.
fn agrees_with_teacher_forcing<M: EncoderDecoder>(
    model: &M,
    seed: u64,
    tolerance: Tolerance,
) -> Outcome {
    let source = sources(&examples(4, seed));
    let written = greedy(model, &source, 6);
    for (translation, example) in written.iter().zip(examples(4, seed))
    {
        let mut targets = translation.tokens.clone();
        targets.extend(translation.ended.then_some(EOS));
        assert!(!targets.is_empty() && targets.len() <= 6);
        assert!(translation.ended || targets.len() == 6);
        let inputs = [&[BOS], &targets[..targets.len() - 1]].concat();
        let tape = Tape::new(Mode::Eval, 0);
        let inputs =
            tokens(Array1::from(inputs).insert_axis(ndarray::Axis(0)));
        let taught =
            model.forward(&tape, &sources([&example]), &inputs);
        let logs = taught.logits.log_softmax().value();
        let mut sum = 0.0;
        for (step, &token) in targets.iter().enumerate() {
            let largest = (0..model.target_vocab())
                .map(|token| logs[[0, step, token]]);
            let largest = largest.fold(Real::NEG_INFINITY, Real::max);
            assert_eq!(logs[[0, step, token]], largest, "step {step}");
            sum += logs[[0, step, token]] as f64;
        }
        let largest = 1e-9 + tolerance.0 as f64 * sum.abs();
        let difference = translation.log_probability - sum;
        assert!(
            difference.abs() < largest,
            "{translation:?} and {sum}"
        );
        match (translation.weights.clone(), taught.weights) {
            (Some(reported), Some(weights)) => {
                let reported = reported.into_dyn().into_shared();
                tolerance.same(
                    "weights",
                    &reported,
                    &weights.index(0, 0).value(),
                )?;
            }
            (reported, weights) => {
                assert!(reported.is_none() && weights.is_none());
            }
        }
    }
    Ok(())
}

#[test]
fn a_translation_has_the_numbers_of_teacher_forcing() -> Outcome {
    for seed in 0..5 {
        let layers = 1 + seed as usize % 2;
        agrees_with_teacher_forcing(
            &fixed_context(layers, seed),
            seed,
            EXACT,
        )?;
        agrees_with_teacher_forcing(
            &bahdanau(layers, seed),
            seed,
            ROUNDING,
        )?;
    }
    Ok(())
}

#[test]
#[should_panic(expected = "greedy: the model has logits that are NaN")]
fn a_model_that_went_wrong_is_not_asked_for_words() {
    let (vocab, next) =
        (7, |_: &[usize], _: &[usize]| vec![Real::NAN; 7]);
    greedy(&Scripted { vocab, next }, &padded(&[vec![EOS]]), 3);
}
