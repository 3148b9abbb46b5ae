//! A decoding step in smaller operations.

use ndarray::{Array1, Array3, array};

use crate::Real;
use crate::bahdanau::{Bahdanau, BahdanauState};
use crate::encoder_decoder::EncoderDecoder;
use crate::encoder_decoder::testing::properties::{Outcome, holds};
use crate::encoder_decoder::testing::{
    bahdanau, examples, sources, tokens,
};
use crate::tape::{Mode, Tape, Var, concat};

/// Compares logits, weights, and states of three steps with the documentation of `Bahdanau`.
///
/// The query is the state of the last layer after the previous step, keys and values are the
/// encoder states, and the context is an input of the first layer like the token.
pub(super) fn looks_as_documented<M>(
    step: &M,
    model: &Bahdanau,
    seed: u64,
) -> Outcome
where
    M: for<'t> EncoderDecoder<State<'t> = BahdanauState<'t>>,
{
    let tape = &Tape::new(Mode::Eval, 0);
    let source = sources(&examples(4, seed));
    let read = model.encoder.forward(tape, &source);
    let mut now = read.state; // [layers, batch, hidden]
    let mut state = step.start(tape, &source);
    for token in [2, 5, 4] {
        let ids = tokens(Array1::from_elem(4, token));
        let (result, next) = step.step(tape, &ids, &state);
        let layers = model.gru.layers.len();
        let query = now.index(0, layers - 1).insert_axis(1);
        let keys = read.outputs;
        let seen =
            model.attention.forward(query, keys, keys, &source.mask());
        let inputs = concat(
            &[
                seen.output.index(1, 0),
                model.embedding.forward(tape, &ids),
            ],
            1,
        );
        now = model.gru.step(inputs, now).state;
        let output = now.index(0, layers - 1);
        let weights = result.weights.ok_or("there are no weights")?;
        close("weights", weights, seen.weights.index(1, 0))?;
        close("state", next.state, now)?;
        close("logits", result.logits, model.output.forward(output))?;
        state = next;
    }
    Ok(())
}

fn close(what: &str, left: Var<'_>, right: Var<'_>) -> Outcome {
    let most = |x: Var<'_>| {
        x.value().iter().fold(0.0, |max: Real, d| max.max(d.abs()))
    };
    let largest = most(left - right);
    if largest <= 1e-5 * most(right).max(1.0) {
        return Ok(());
    }
    Err(format!("{what} differ by {largest}"))
}

#[test]
fn the_decoder_looks_as_documented() {
    holds(bahdanau, |model, seed| {
        looks_as_documented(model, model, seed)
    });
}

/// With equal scores, the context is the mean of the states of the words.
#[test]
fn without_scores_all_words_weigh_the_same() {
    let model = bahdanau(1, 0);
    model.attention.score.update(|score| score.fill(0.0));
    let tape = Tape::new(Mode::Eval, 0);
    let source = sources(&examples(5, 0));
    let start = model.start(&tape, &source);
    let (step, _) =
        model.step(&tape, &tokens(array![2, 2, 2, 2, 2]), &start);
    let weights = step.weights.expect("it has attention").value();
    for (row, &len) in weights.outer_iter().zip(&source.lens) {
        for (key, &weight) in row.iter().enumerate() {
            let expected =
                if key < len { 1.0 / len as Real } else { 0.0 };
            assert!((weight - expected).abs() < 1e-6, "{row} of {len}");
        }
    }
}

/// Every key is projected once per translation instead of once per step.
#[test]
fn keys_are_projected_once() {
    let model = bahdanau(1, 0);
    let products = |steps| {
        let tape = Tape::new(Mode::Eval, 0);
        let source = sources(&examples(2, 0));
        let inputs = tokens(ndarray::Array2::from_elem((2, steps), 4));
        model.forward(&tape, &source, &inputs);
        let operations = tape.operations();
        let count = |name| {
            operations.iter().filter(|other| **other == name).count()
        };
        (count("matmul"), count("fused_additive_scores"))
    };
    let (two, three) = (products(2), products(3));
    assert_eq!((two.1, three.1), (2, 3));
    // Products of the query and its matrix, of the weights and the values, and of the context and
    // its matrix.
    assert_eq!(three.0 - two.0, 3);
}

/// Keys and values stay the same, and the decoder state changes.
#[test]
fn the_memory_is_the_same_at_every_step() {
    let model = bahdanau(2, 1);
    let tape = Tape::new(Mode::Eval, 0);
    let source = sources(&examples(3, 1));
    let start = model.start(&tape, &source);
    let read = model.encoder.forward(&tape, &source);
    assert_eq!(start.memory.values.value(), read.outputs.value());
    assert_eq!(start.memory.lens, source.lens);
    assert_eq!(start.state.value(), read.state.value());
    let (_, next) = model.step(&tape, &tokens(array![2, 2, 2]), &start);
    assert_eq!(next.memory.values.value(), start.memory.values.value());
    assert_eq!(
        next.memory.projected_keys.value(),
        start.memory.projected_keys.value()
    );
    assert_eq!(next.memory.lens, source.lens);
    assert_ne!(next.state.value(), start.state.value());
}

/// The states of the padding are masked, so other states there change nothing.
#[test]
fn states_of_padding_have_no_weight() {
    let model = bahdanau(2, 2);
    let tape = Tape::new(Mode::Eval, 0);
    let source = sources(&examples(5, 2));
    let start = model.start(&tape, &source);
    let mut other = start.clone();
    let [batch, keys, hidden] = start.memory.values.dims();
    let noise = Array3::from_shape_fn(
        (batch, keys, hidden),
        |(row, key, _)| {
            if key < source.lens[row] { 0.0 } else { 5.0 }
        },
    );
    let noise = tape.constant(noise);
    other.memory.values = start.memory.values + noise;
    other.memory.projected_keys = start.memory.projected_keys + noise;
    let read = tokens(array![2, 2, 2, 2, 2]);
    let (expected, _) = model.step(&tape, &read, &start);
    let (step, _) = model.step(&tape, &read, &other);
    assert_eq!(step.logits.value(), expected.logits.value());
}
