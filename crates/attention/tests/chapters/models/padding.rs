//! Neither padding nor the other sentences of a batch change anything.

use attention::Real;
use attention::encoder_decoder::{EncoderDecoder, greedy};
use attention::tape::{Mode, Tape, Value, Var};
use ndarray::{Axis, Ix3};

use super::*;

/// Returns the part of one sentence: its first steps, and the first entries of each.
fn part(all: Var<'_>, row: usize, steps: usize, entries: usize) -> Value {
    all.index(0, row).slice(0, ..steps).slice(1, ..entries).value()
}

/// Checks that a sentence has the same logits, weights, translation, and loss alone, in a batch
/// with longer ones, and with any amount of padding.
pub(super) fn padding_changes_nothing<M: EncoderDecoder>(model: &M, seed: u64) -> Outcome {
    padding_changes_within(ROUNDING, model, seed)
}

fn padding_changes_within<M: EncoderDecoder>(tolerance: Real, model: &M, seed: u64) -> Outcome {
    let examples = examples(5, seed);
    let together = batch(&examples);
    for mode in [Mode::Train, Mode::Eval] {
        let tape = &Tape::new(mode, 0);
        let mut loss_of_each = 0.0;
        for (row, example) in examples.iter().enumerate() {
            let alone = batch([example]);
            let (steps, keys) = (example.target.len(), example.source.len());
            let expected = model.forward(tape, &alone.source, &alone.inputs);
            let translation = &greedy(model, &alone.source, 8)[0];
            for (name, padded, row) in [
                ("together", together.clone(), row),
                ("further", padded_further(&alone, 3), 0),
                ("both", padded_further(&together, 1), row),
            ] {
                let what = format!("sentence {row}, {name}");
                let decoded = model.forward(tape, &padded.source, &padded.inputs);
                let logits = part(decoded.logits, row, steps, model.target_vocab());
                within(tolerance, &what, &logits, &expected.logits.index(0, 0).value())?;
                if let (Some(all), Some(expected)) = (decoded.weights, expected.weights) {
                    let weights = part(all, row, steps, keys);
                    within(tolerance, &what, &weights, &expected.index(0, 0).value())?;
                }
                let written = &greedy(model, &padded.source, 8)[row];
                if (&written.tokens, written.ended) != (&translation.tokens, translation.ended) {
                    return Err(format!("{what}: {written:?} and {translation:?}"));
                }
                assert_eq!(written.weights.is_some(), translation.weights.is_some());
                if let (Some(found), Some(expected)) = (&written.weights, &translation.weights) {
                    let [found, expected] =
                        [found, expected].map(|all| all.clone().into_dyn().into_shared());
                    within(tolerance, &what, &found, &expected)?;
                }
                let [found, expected] = [written, translation].map(|one| one.log_probability);
                if (found - expected).abs() > tolerance as f64 * expected.abs().max(1.0) {
                    return Err(format!("{what}: {found} and {expected}"));
                }
            }
            let loss = model.loss(tape, &alone).item() as f64;
            let further = model.loss(tape, &padded_further(&alone, 3)).item();
            close("loss, further", further as f64, loss)?;
            loss_of_each += loss * steps as f64;
        }
        let loss = model.loss(tape, &together).item() as f64;
        close("loss, together", loss, loss_of_each / together.target_tokens() as f64)?;
    }
    Ok(())
}

#[test]
fn padding_changes_no_sentence() {
    holds_for_all_models!(padding_changes_nothing);
}

/// A row of a product has the same bits whatever the other rows are.
#[test]
fn padding_changes_no_bit_of_recurrent_models() {
    for seed in 0..5 {
        let layers = 1 + seed as usize / 2;
        let outcome = padding_changes_within(EXACT, &fixed_context(layers, seed), seed);
        assert_eq!(outcome, Ok(()), "FixedContext, {layers} layers");
        let outcome = padding_changes_within(EXACT, &bahdanau(layers, seed), seed);
        assert_eq!(outcome, Ok(()), "Bahdanau, {layers} layers");
    }
}

/// Checks that the weights of words sum to 1 and all weights of padding are 0.
pub(super) fn weights_are_shares<M: EncoderDecoder>(model: &M, seed: u64) -> Outcome {
    let tape = &Tape::new(Mode::Eval, 0);
    let batch = padded_further(&batch(&examples(4, seed)), 2);
    let weights = model.forward(tape, &batch.source, &batch.inputs).weights;
    let weights = weights.ok_or("there are no weights")?.value();
    let weights = weights.view().into_dimensionality::<Ix3>().map_err(|error| error.to_string())?;
    for (example, &len) in weights.outer_iter().zip(&batch.source.lens) {
        for row in example.rows() {
            let (words, padding) = row.split_at(Axis(0), len);
            let positive = |&weight: &Real| weight > 0.0;
            if padding.iter().any(|&weight| weight != 0.0) || !words.iter().all(positive) {
                return Err(format!("{row}, of which {len} are words"));
            }
            close("the sum of a row", row.sum() as f64, 1.0)?;
        }
    }
    Ok(())
}

#[test]
fn the_weights_of_words_sum_to_1_and_padding_has_none() {
    for seed in 0..5 {
        let model = bahdanau(1 + seed as usize / 2, seed);
        assert_eq!(weights_are_shares(&model, seed), Ok(()));
        assert!(weights_are_shares(&fixed_context(1, seed), seed).is_err());
    }
}
