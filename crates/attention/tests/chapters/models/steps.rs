//! Single steps against teacher forcing, and sentences that are selected between steps.

use attention::encoder_decoder::EncoderDecoder;
use attention::tape::{Mode, Tape};
use ndarray::Array1;

use super::*;

/// Checks that single steps on the same tokens lead to the same logits and weights as teacher
/// forcing.
pub(super) fn steps_equal_teacher_forcing<M: EncoderDecoder>(model: &M, seed: u64) -> Outcome {
    steps_equal_within(ROUNDING, model, seed)
}

fn steps_equal_within<M: EncoderDecoder>(tolerance: Real, model: &M, seed: u64) -> Outcome {
    let tape = &Tape::new(Mode::Eval, 0);
    let batch = batch(&examples(4, seed));
    let decoded = model.forward(tape, &batch.source, &batch.inputs);
    let mut state = model.start(tape, &batch.source);
    for (place, column) in rows(&batch.inputs).columns().into_iter().enumerate() {
        let (step, next) = model.step(tape, &tokens(column.to_owned()), &state);
        let logits = decoded.logits.index(1, place).value();
        within(tolerance, &format!("logits {place}"), &step.logits.value(), &logits)?;
        assert_eq!(step.weights.is_some(), decoded.weights.is_some());
        if let (Some(weights), Some(all)) = (step.weights, decoded.weights) {
            within(
                tolerance,
                &format!("weights {place}"),
                &weights.value(),
                &all.index(1, place).value(),
            )?;
        }
        state = next;
    }
    Ok(())
}

#[test]
fn step_by_step_equals_teacher_forcing() {
    holds_for_all_models!(steps_equal_teacher_forcing);
}

/// Checks that sentences that are selected from a batch in another order, or twice, continue as if
/// they were alone.
pub(super) fn select_returns_the_sentences<M: EncoderDecoder>(model: &M, seed: u64) -> Outcome {
    select_returns_within(ROUNDING, model, seed)
}

fn select_returns_within<M: EncoderDecoder>(tolerance: Real, model: &M, seed: u64) -> Outcome {
    let tape = &Tape::new(Mode::Eval, 0);
    let examples = examples(4, seed);
    let words = [[2, 4, 5, 6], [4, 4, 6, 5], [5, 6, 4, 4], [6, 5, 4, 6]];
    // The origin of the rows of the last steps, in two moves.
    let (first, second) = ([2, 0, 0, 3], [3, 1, 1, 0, 2]);
    let read = |rows: &[usize], step: usize| {
        tokens(rows.iter().map(|&row| words[row][step]).collect::<Array1<_>>())
    };
    let now = second.map(|row| first[row]);
    let mut state = model.start(tape, &sources(&examples));
    state = model.step(tape, &read(&[0, 1, 2, 3], 0), &state).1;
    state = M::select(&state, &first);
    state = model.step(tape, &read(&first, 1), &state).1;
    state = M::select(&state, &second);
    let (third, state) = model.step(tape, &read(&now, 2), &state);
    let (last, _) = model.step(tape, &read(&now, 3), &state);
    for (row, &from) in now.iter().enumerate() {
        let mut alone = model.start(tape, &sources([&examples[from]]));
        let moved = [None, None, Some(third), Some(last)];
        for (place, moved) in moved.into_iter().enumerate() {
            let (expected, next) = model.step(tape, &read(&[from], place), &alone);
            alone = next;
            let Some(moved) = moved else { continue };
            let what = format!("row {row}, from {from}, step {place}");
            let logits = moved.logits.index(0, row).value();
            within(tolerance, &what, &logits, &expected.logits.index(0, 0).value())?;
            if let (Some(all), Some(expected)) = (moved.weights, expected.weights) {
                let weights = all.index(0, row).slice(0, ..examples[from].source.len());
                within(tolerance, &what, &weights.value(), &expected.index(0, 0).value())?;
            }
        }
    }
    Ok(())
}

#[test]
fn selected_sentences_continue_as_if_alone() {
    holds_for_all_models!(select_returns_the_sentences);
}

/// Every key is projected once per translation instead of once per step.
#[test]
fn keys_are_projected_once() {
    let model = bahdanau(1, 0);
    let products = |steps| {
        let tape = Tape::new(Mode::Eval, 0);
        model.forward(&tape, &sources(&examples(2, 0)), &random_tokens(2, steps, 0));
        let operations = tape.operations();
        ["matmul", "fused_additive_scores"]
            .map(|name| operations.iter().filter(|other| **other == name).count())
    };
    // Products of the query and its matrix, of the weights and the values, and of the context and
    // its matrix.
    let [matmul, scores] = products(2);
    assert_eq!((scores, products(3)), (2, [matmul + 3, 3]));
}

/// Teacher forcing with attention adds the sums of a step in another order.
#[test]
fn steps_of_recurrent_models_have_the_same_bits() {
    for seed in 0..5 {
        let layers = 1 + seed as usize / 2;
        let (fixed, attends) = (fixed_context(layers, seed), bahdanau(layers, seed));
        assert_eq!(steps_equal_within(EXACT, &fixed, seed), Ok(()), "{layers} layers");
        assert_eq!(select_returns_within(EXACT, &fixed, seed), Ok(()), "{layers} layers");
        assert_eq!(select_returns_within(EXACT, &attends, seed), Ok(()), "{layers} layers");
    }
}
