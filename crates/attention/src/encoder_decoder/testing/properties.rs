//! Properties of every encoder-decoder with any parameters. Each function names the case in which
//! the property fails.

use ndarray::{ArrayView2, Axis};

use super::{batch, examples, padded_further, rows, sources, tokens};
use crate::Real;
use crate::data::Example;
use crate::encoder_decoder::{EncoderDecoder, greedy};
use crate::tape::{Mode, Tape, Value, Var};

use super::outcome::check_close;
pub(crate) use super::outcome::{
    EXACT, Outcome, ROUNDING, Tolerance, holds, is_violated,
};

/// Returns the part of one sentence: its first steps, and the first entries of each.
fn part(
    all: Var<'_>,
    row: usize,
    steps: usize,
    entries: usize,
) -> Value {
    all.index(0, row)
        .slice(0, ..steps)
        .slice(1, ..entries)
        .value()
}

/// Checks that a sentence has the same logits, weights, translation, and loss alone, in a batch
/// with longer ones, and with any amount of padding.
pub(crate) fn padding_changes_nothing<M: EncoderDecoder>(
    model: &M,
    seed: u64,
) -> Outcome {
    padding_changes_little(model, seed, EXACT)
}

/// Checks the same, to this tolerance.
pub(crate) fn padding_changes_little<M: EncoderDecoder>(
    model: &M,
    seed: u64,
    tolerance: Tolerance,
) -> Outcome {
    let tape = &Tape::new(Mode::Eval, 0);
    let examples = examples(5, seed);
    let together = batch(&examples);
    let mut loss_of_each = 0.0;
    for (row, example) in examples.iter().enumerate() {
        let alone = batch([example]);
        let (steps, keys) =
            (example.target.len(), example.source.len());
        let expected =
            model.forward(tape, &alone.source, &alone.inputs);
        let translation = &greedy(model, &alone.source, 8)[0];
        for (name, padded, row) in [
            ("together", together.clone(), row),
            ("further", padded_further(&alone, 3), 0),
            ("both", padded_further(&together, 1), row),
        ] {
            let decoded =
                model.forward(tape, &padded.source, &padded.inputs);
            let logits =
                part(decoded.logits, row, steps, model.target_vocab());
            let expected_logits = expected.logits.index(0, 0).value();
            tolerance.same(
                &format!("logits, {name}"),
                &logits,
                &expected_logits,
            )?;
            if let (Some(all), Some(expected)) =
                (decoded.weights, expected.weights)
            {
                let weights = part(all, row, steps, keys);
                tolerance.same(
                    &format!("weights, {name}"),
                    &weights,
                    &expected.index(0, 0).value(),
                )?;
            }
            let what = format!("sentence {row}, {name}");
            let written = &greedy(model, &padded.source, 8)[row];
            tolerance.same_translation(&what, written, translation)?;
        }
        let loss = model.loss(tape, &alone).item() as f64;
        let further =
            model.loss(tape, &padded_further(&alone, 3)).item();
        check_close("loss, further", further as f64, loss)?;
        loss_of_each += loss * steps as f64;
    }
    let loss = model.loss(tape, &together).item() as f64;
    let mean = loss_of_each / together.target_tokens() as f64;
    check_close("loss, together", loss, mean)
}

/// Checks that single steps on the same tokens lead to the same logits and weights as teacher
/// forcing, to the last bit.
pub(crate) fn steps_equal_teacher_forcing<M: EncoderDecoder>(
    model: &M,
    seed: u64,
) -> Outcome {
    steps_nearly_equal_teacher_forcing(model, seed, EXACT)
}

/// Checks the same, to this tolerance.
pub(crate) fn steps_nearly_equal_teacher_forcing<M: EncoderDecoder>(
    model: &M,
    seed: u64,
    tolerance: Tolerance,
) -> Outcome {
    let tape = &Tape::new(Mode::Eval, 0);
    let batch = batch(&examples(4, seed));
    let decoded = model.forward(tape, &batch.source, &batch.inputs);
    let mut state = model.start(tape, &batch.source);
    for (place, column) in
        rows(&batch.inputs).columns().into_iter().enumerate()
    {
        let (step, next) =
            model.step(tape, &tokens(column.to_owned()), &state);
        let expected = decoded.logits.index(1, place).value();
        tolerance.same(
            &format!("logits {place}"),
            &step.logits.value(),
            &expected,
        )?;
        match (step.weights, decoded.weights) {
            (None, None) => {}
            (Some(weights), Some(all)) => tolerance.same(
                &format!("weights {place}"),
                &weights.value(),
                &all.index(1, place).value(),
            )?,
            _ => return Err("only one of both has weights".to_owned()),
        }
        state = next;
    }
    Ok(())
}

/// Checks that the weights of words sum to 1 and all weights of padding are 0.
pub(crate) fn weights_are_shares<M: EncoderDecoder>(
    model: &M,
    seed: u64,
) -> Outcome {
    let tape = &Tape::new(Mode::Eval, 0);
    let batch = padded_further(&batch(&examples(4, seed)), 2);
    let decoded = model.forward(tape, &batch.source, &batch.inputs);
    let weights =
        decoded.weights.ok_or("there are no weights")?.value();
    for (example, &len) in
        weights.axis_iter(Axis(0)).zip(&batch.source.lens)
    {
        let example: ArrayView2<'_, Real> = example
            .into_dimensionality()
            .map_err(|error| error.to_string())?;
        for row in example.rows() {
            let (words, padding) = row.split_at(Axis(0), len);
            if padding.iter().any(|&weight| weight != 0.0) {
                return Err(format!("weights of the padding: {row}"));
            }
            if words.iter().any(|&weight| weight <= 0.0) {
                return Err(format!("a word without a weight: {row}"));
            }
            check_close("the sum of a row", row.sum() as f64, 1.0)?;
        }
    }
    Ok(())
}

/// Checks that sentences that are selected from a batch in another order, or twice, continue as if
/// they were alone.
pub(crate) fn select_returns_the_sentences<M: EncoderDecoder>(
    model: &M,
    seed: u64,
) -> Outcome {
    select_nearly_returns_the_sentences(model, seed, EXACT)
}

/// Checks the same, to this tolerance.
pub(crate) fn select_nearly_returns_the_sentences<M: EncoderDecoder>(
    model: &M,
    seed: u64,
    tolerance: Tolerance,
) -> Outcome {
    let tape = &Tape::new(Mode::Eval, 0);
    let examples: Vec<Example> = examples(4, seed);
    let words =
        [[2, 4, 5, 6], [4, 4, 6, 5], [5, 6, 4, 4], [6, 5, 4, 6]];
    // The origin of the rows of the last steps, in two moves.
    let (first, second) = ([2, 0, 0, 3], [3, 1, 1, 0, 2]);
    let read = |rows: &[usize], step: usize| {
        let ids: Vec<usize> =
            rows.iter().map(|&row| words[row][step]).collect();
        tokens(ndarray::Array1::from(ids))
    };
    let now: Vec<usize> =
        second.iter().map(|&row| first[row]).collect();
    let mut state = model.start(tape, &sources(&examples));
    state = model.step(tape, &read(&[0, 1, 2, 3], 0), &state).1;
    state = M::select(&state, &first);
    state = model.step(tape, &read(&first, 1), &state).1;
    state = M::select(&state, &second);
    let (step, state) = model.step(tape, &read(&now, 2), &state);
    let (last, _) = model.step(tape, &read(&now, 3), &state);
    for (row, &from) in now.iter().enumerate() {
        let mut alone = model.start(tape, &sources([&examples[from]]));
        for place in 0..4 {
            let (expected, next) =
                model.step(tape, &read(&[from], place), &alone);
            alone = next;
            let moved = match place {
                0 | 1 => continue,
                2 => step,
                _ => last,
            };
            let what = format!("row {row}, from {from}, step {place}");
            let logits = moved.logits.index(0, row).value();
            tolerance.same(
                &what,
                &logits,
                &expected.logits.index(0, 0).value(),
            )?;
            if let (Some(all), Some(expected)) =
                (moved.weights, expected.weights)
            {
                let keys = examples[from].source.len();
                let weights =
                    all.index(0, row).slice(0, ..keys).value();
                tolerance.same(
                    &what,
                    &weights,
                    &expected.index(0, 0).value(),
                )?;
            }
        }
    }
    Ok(())
}
