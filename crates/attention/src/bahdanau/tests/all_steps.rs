//! Teacher forcing against single steps.

use ndarray::ArrayD;

use crate::Real;
use crate::bahdanau::Bahdanau;
use crate::data::Batch;
use crate::encoder_decoder::testing::properties::{
    Outcome, ROUNDING, holds,
};
use crate::encoder_decoder::testing::{
    bahdanau, batch, examples, rng, rows, tokens,
};
use crate::encoder_decoder::{Decoded, EncoderDecoder};
use crate::nn::{Module, init};
use crate::tape::{Mode, Tape, stack};

type Decode = for<'t> fn(&Bahdanau, &'t Tape, &Batch) -> Decoded<'t>;

fn at_once<'t>(
    model: &Bahdanau,
    tape: &'t Tape,
    batch: &Batch,
) -> Decoded<'t> {
    model.forward(tape, &batch.source, &batch.inputs)
}

fn step_by_step<'t>(
    model: &Bahdanau,
    tape: &'t Tape,
    batch: &Batch,
) -> Decoded<'t> {
    let mut state = model.start(tape, &batch.source);
    let (mut logits, mut weights) = (Vec::new(), Vec::new());
    for column in rows(&batch.inputs).columns() {
        let (step, next) =
            model.step(tape, &tokens(column.to_owned()), &state);
        logits.push(step.logits);
        weights.extend(step.weights);
        state = next;
    }
    let (logits, weights) =
        (stack(&logits, 1), Some(stack(&weights, 1)));
    Decoded { logits, weights }
}

/// Returns logits, weights, and the gradients of all parameters.
fn values_and_gradients(
    model: &Bahdanau,
    decode: Decode,
    seed: u64,
) -> Vec<(String, ArrayD<Real>)> {
    let tape = Tape::new(Mode::Check, 0);
    let decoded = decode(model, &tape, &batch(&examples(4, seed)));
    let weights = decoded.weights.expect("it has attention");
    let rng = &mut rng(seed);
    let [first, second] = [decoded.logits, weights].map(|var| {
        (var * tape.constant(init::normal(var.shape(), 1.0, rng))).sum()
    });
    let gradients = (first + second).backward();
    let values = [("logits", decoded.logits), ("weights", weights)];
    let values = values
        .map(|(name, var)| (name.to_owned(), var.value().into_owned()));
    let params = model.params().into_iter().map(|(name, param)| {
        let gradient = gradients.of(&param).cloned();
        (name, gradient.expect("each parameter is used"))
    });
    values.into_iter().chain(params).collect()
}

#[test]
fn equal_to_one_step_after_the_other() {
    let agree = |model: &Bahdanau, seed| -> Outcome {
        let found = values_and_gradients(model, at_once, seed);
        let expected = values_and_gradients(model, step_by_step, seed);
        for ((name, found), (_, expected)) in
            found.into_iter().zip(expected)
        {
            ROUNDING.same(
                &name,
                &found.into_shared(),
                &expected.into_shared(),
            )?;
        }
        Ok(())
    };
    holds(bahdanau, agree);
}
