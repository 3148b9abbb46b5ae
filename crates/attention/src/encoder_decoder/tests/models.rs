//! Sizes, names, dropout, and the loss.

use engine::testing::names;
use ndarray::{Array2, array};

use crate::Real;
use crate::data::{EOS, Example, Padded};
use crate::encoder_decoder::testing::{
    Scripted, batch, config, examples, fixed_context, rng, sources,
};
use crate::encoder_decoder::{
    Encoder, EncoderDecoder, FixedContext, RecurrentConfig, mean_loss,
};
use crate::nn::{ConfigError, Dropout, Gru, Module, Tokens};
use crate::tape::{Mode, Tape};

/// Three sentences of eight tokens and targets of nine, vocabularies of 13 and 11, embeddings of
/// size 5, states of size 6, two layers.
#[test]
fn shapes_follow_from_the_sizes()
-> Result<(), Box<dyn std::error::Error>> {
    let config = RecurrentConfig::new(13, 11).sizes(5, 6).layers(2);
    let model = FixedContext::new(&config, &mut rng(0));
    let source = Padded::new(&vec![vec![12; 8]; 3], 13)?;
    let inputs = Tokens::new(Array2::from_elem((3, 9), 10), 11)?;
    let tape = Tape::new(Mode::Eval, 0);
    let read = model.encoder.forward(&tape, &source);
    assert_eq!(read.outputs.shape(), [3, 8, 6]);
    assert_eq!(read.state.shape(), [2, 3, 6]);
    let start = model.start(&tape, &source);
    assert_eq!(start.context.shape(), [3, 6]);
    assert_eq!(start.state.value(), read.state.value());
    let last = read.outputs.index(1, 7).value();
    assert_eq!(start.context.value(), last);
    let decoded = model.forward(&tape, &source, &inputs);
    assert_eq!(decoded.logits.shape(), [3, 9, 11]);
    assert!(decoded.weights.is_none());
    let (step, next) = model.step(
        &tape,
        &Tokens::new(array![10, 10, 10], 11)?,
        &start,
    );
    assert_eq!(step.logits.shape(), [3, 11]);
    assert_eq!(next.state.shape(), [2, 3, 6]);
    assert_eq!(next.context.value(), start.context.value());
    Ok(())
}

/// Returns the numbers of a GRU, two biases for each gate.
fn of_gru(inputs: usize, hidden: usize, layers: usize) -> usize {
    let layer = |inputs| 3 * hidden * (inputs + hidden + 2);
    layer(inputs) + (layers - 1) * layer(hidden)
}

#[test]
fn parameters_are_counted_by_the_formula() {
    for (embed, hidden, layers) in [(8, 16, 1), (8, 16, 2), (3, 2, 4)] {
        let config = RecurrentConfig::new(10, 12).sizes(embed, hidden);
        let config = config.layers(layers);
        let of_encoder = 10 * embed + of_gru(embed, hidden, layers);
        let encoder = Encoder::new(&config, &mut rng(0));
        assert_eq!(encoder.param_count(), of_encoder);
        let of_decoder =
            12 * embed + of_gru(embed + hidden, hidden, layers);
        let of_output = hidden * 12 + 12;
        let model = FixedContext::new(&config, &mut rng(0));
        assert_eq!(
            model.param_count(),
            of_encoder + of_decoder + of_output
        );
        assert_eq!(model.target_vocab(), 12);
    }
}

#[test]
fn parameters_have_these_names() {
    let of_layer =
        ["input.weight", "input.bias", "hidden.weight", "hidden.bias"];
    let of_gru = |owner: &str| {
        of_layer.map(|name| format!("{owner}gru.layers.0.{name}"))
    };
    let mut expected = vec!["encoder.embedding.weight".to_owned()];
    expected.extend(of_gru("encoder."));
    expected.push("embedding.weight".to_owned());
    expected.extend(of_gru(""));
    expected
        .extend(["output.weight", "output.bias"].map(str::to_owned));
    assert_eq!(names(&fixed_context(1, 0)), expected);
}

#[test]
#[should_panic(expected = "gru: number of layers must be at least 1")]
fn no_layers_are_refused() {
    FixedContext::new(&config(0), &mut rng(0));
}

/// With one layer, dropout acts on the embeddings of both languages; with two, also between the
/// layers.
#[test]
fn dropout_is_for_training_only() -> Result<(), ConfigError> {
    for (layers, drops) in [(1, 2), (2, 4)] {
        let config = config(layers).dropout(Dropout::new(0.5)?);
        let model = FixedContext::new(&config, &mut rng(0));
        let dry = |gru: &Gru| Gru {
            dropout: Dropout::off(),
            ..gru.clone()
        };
        let without = FixedContext {
            encoder: Encoder {
                dropout: Dropout::off(),
                gru: dry(&model.encoder.gru),
                ..model.encoder.clone()
            },
            gru: dry(&model.gru),
            dropout: Dropout::off(),
            ..model.clone()
        };
        let batch = batch(&examples(3, 1));
        let loss = |model: &FixedContext, mode, seed| {
            let tape = Tape::new(mode, seed);
            let loss = model.loss(&tape, &batch).item();
            let operations = tape.operations();
            let dropped =
                operations.iter().filter(|name| **name == "dropout");
            (loss, dropped.count())
        };
        let plain = loss(&without, Mode::Train, 1);
        assert_eq!(loss(&model, Mode::Eval, 1), plain);
        assert_eq!(plain.1, 0);
        let trained = loss(&model, Mode::Train, 1);
        assert_eq!(trained.1, drops);
        assert_ne!(trained.0, plain.0);
        assert_ne!(trained, loss(&model, Mode::Train, 2));
        assert_eq!(trained, loss(&model, Mode::Train, 1));
    }
    Ok(())
}

/// Returns the probabilities of the next token, which do not depend on the tokens before it.
fn always(_: &[usize], _: &[usize]) -> Vec<Real> {
    vec![0.4, 0.1, 0.1, 0.2, 0.05, 0.15]
}

fn pair(target: &[usize]) -> Example {
    Example {
        source: vec![EOS],
        target: target.to_vec(),
    }
}

/// Three tokens and one: the mean of four logarithms. The two positions of padding do not count.
#[test]
fn the_loss_is_the_mean_over_tokens_without_padding() {
    let (vocab, next) = (6, always);
    let model = Scripted { vocab, next };
    let examples = [pair(&[4, 5, EOS]), pair(&[EOS])];
    let tape = Tape::new(Mode::Eval, 0);
    let loss = model.loss(&tape, &batch(&examples)).item() as f64;
    let [four, five, end] = [0.05, 0.15, 0.2].map(|p: f64| -p.ln());
    let expected = (four + five + 2.0 * end) / 4.0;
    assert!((loss - expected).abs() < 1e-6, "{loss} and {expected}");
}

/// 64 examples of one token in a first batch, one of nine tokens in a second: 73 tokens, and not
/// two batches.
#[test]
fn the_mean_loss_weighs_tokens_and_not_batches()
-> Result<(), Box<dyn std::error::Error>> {
    let (vocab, next) = (6, always);
    let model = Scripted { vocab, next };
    let mut examples = vec![pair(&[EOS]); 64];
    examples.push(pair(&[4, 4, 4, 4, 4, 4, 4, 4, EOS]));
    let loss = mean_loss(&model, &examples, [11, 6])?;
    let [four, end] = [0.05, 0.2].map(|p: f64| -p.ln());
    let expected = (65.0 * end + 8.0 * four) / 73.0;
    assert!((loss - expected).abs() < 1e-5, "{loss} and {expected}");
    Ok(())
}

#[test]
fn the_mean_loss_refuses_tokens_outside_the_vocabulary() {
    let error =
        mean_loss(&fixed_context(1, 0), &[pair(&[9, EOS])], [11, 7]);
    let error = error.expect_err("9 is not below 7").to_string();
    assert!(
        error.contains("in the targets of the batch: token 9"),
        "{error}"
    );
}

/// The encoder's outputs after an end repeat the last state, which is the final one.
#[test]
fn the_encoder_stops_at_the_end_of_each_sentence() {
    let model = fixed_context(2, 3);
    let tape = Tape::new(Mode::Eval, 0);
    let source = sources(&examples(5, 3));
    let read = model.encoder.forward(&tape, &source);
    for (row, &len) in source.lens.iter().enumerate() {
        let outputs = read.outputs.index(0, row);
        let state = read.state.index(0, 1).index(0, row).value();
        for step in len - 1..source.steps() {
            assert_eq!(outputs.index(0, step).value(), state);
        }
    }
}
