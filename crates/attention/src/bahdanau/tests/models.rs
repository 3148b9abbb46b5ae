//! Sizes, names, and dropout.

use engine::testing::names;
use ndarray::{Array2, array};

use crate::bahdanau::Bahdanau;
use crate::data::Padded;
use crate::encoder_decoder::testing::{
    bahdanau, batch, config, examples, rng,
};
use crate::encoder_decoder::{
    Encoder, EncoderDecoder, RecurrentConfig,
};
use crate::nn::{ConfigError, Dropout, Module, Tokens};
use crate::tape::{Mode, Tape};

/// Every size differs: 3 sources of 5 tokens, 9 steps, vocabulary sizes 11 and 13, embedding size
/// 6, hidden size 10, 2 layers.
#[test]
fn two_layers_have_these_shapes()
-> Result<(), Box<dyn std::error::Error>> {
    let config = RecurrentConfig::new(11, 13).sizes(6, 10).layers(2);
    let model = Bahdanau::new(&config, &mut rng(0));
    let source = Padded::new(&vec![vec![4; 5]; 3], 11)?;
    let inputs = Tokens::new(Array2::zeros((3, 9)), 13)?;
    let tape = Tape::new(Mode::Eval, 0);
    let start = model.start(&tape, &source);
    assert_eq!(start.state.shape(), [2, 3, 10]);
    assert_eq!(start.memory.values.shape(), [3, 5, 10]);
    assert_eq!(start.memory.projected_keys.shape(), [3, 5, 10]);
    assert_eq!(start.memory.lens, [5; 3]);
    let decoded = model.forward(&tape, &source, &inputs);
    assert_eq!(decoded.logits.shape(), [3, 9, 13]);
    let weights = decoded.weights.ok_or("it has attention")?;
    assert_eq!(weights.shape(), [3, 9, 5]);
    let (step, next) =
        model.step(&tape, &Tokens::new(array![0, 0, 0], 13)?, &start);
    assert_eq!(step.logits.shape(), [3, 13]);
    let weights = step.weights.ok_or("it has attention")?;
    assert_eq!(weights.shape(), [3, 5]);
    assert_eq!(next.state.shape(), [2, 3, 10]);
    Ok(())
}

/// The numbers of steps and keys differ.
#[test]
fn rows_of_weights_are_queries()
-> Result<(), Box<dyn std::error::Error>> {
    let model = bahdanau(1, 0);
    let source = Padded::new(&[vec![4, 5, 3]], 11)?;
    let inputs = Tokens::new(Array2::from_elem((1, 5), 4), 7)?;
    let tape = Tape::new(Mode::Eval, 0);
    let decoded = model.forward(&tape, &source, &inputs);
    let weights = decoded.weights.ok_or("it has attention")?;
    assert_eq!(weights.shape(), [1, 5, 3]);
    Ok(())
}

/// Returns the number of parameters of a GRU, with two biases for each gate.
fn of_gru(inputs: usize, hidden: usize, layers: usize) -> usize {
    let layer = |inputs| 3 * hidden * (inputs + hidden + 2);
    layer(inputs) + (layers - 1) * layer(hidden)
}

#[test]
fn parameters_are_counted_by_the_formula() {
    for (embed, hidden, layers) in [(6, 10, 1), (6, 10, 2), (3, 2, 4)] {
        let config = RecurrentConfig::new(10, 12).sizes(embed, hidden);
        let config = config.layers(layers);
        let of_encoder = 10 * embed + of_gru(embed, hidden, layers);
        let of_attention = 2 * hidden * hidden + hidden;
        let of_decoder =
            12 * embed + of_gru(hidden + embed, hidden, layers);
        let of_output = hidden * 12 + 12;
        let model = Bahdanau::new(&config, &mut rng(0));
        let expected =
            of_encoder + of_attention + of_decoder + of_output;
        assert_eq!(model.param_count(), expected);
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
    let after = [
        "embedding.weight",
        "attention.query.weight",
        "attention.key.weight",
        "attention.score",
    ];
    expected.extend(after.map(str::to_owned));
    expected.extend(of_gru(""));
    let after = ["output.weight", "output.bias"];
    expected.extend(after.map(str::to_owned));
    assert_eq!(names(&bahdanau(1, 0)), expected);
}

#[test]
#[should_panic(expected = "gru: number of layers must be at least 1")]
fn no_layers_are_refused() {
    Bahdanau::new(&config(0), &mut rng(0));
}

/// Dropout acts on the embeddings of both languages and, with two layers, between the layers of the
/// encoder, and between the layers of the decoder at each step. It never acts on the weights of the
/// attention.
#[test]
fn dropout_is_for_training_only() -> Result<(), ConfigError> {
    let batch = batch(&examples(3, 1));
    let steps = batch.targets.ncols();
    for (layers, drops) in [(1, 2), (2, 3 + steps)] {
        let dropped = config(layers).dropout(Dropout::new(0.5)?);
        let model = Bahdanau::new(&dropped, &mut rng(0));
        let mut plain = model.clone();
        plain.dropout = Dropout::off();
        plain.gru.dropout = Dropout::off();
        plain.encoder = Encoder {
            dropout: Dropout::off(),
            ..plain.encoder
        };
        plain.encoder.gru.dropout = Dropout::off();
        let loss = |model: &Bahdanau, mode, seed| {
            let tape = Tape::new(mode, seed);
            let loss = model.loss(&tape, &batch).item();
            let operations = tape.operations();
            let dropped =
                operations.iter().filter(|name| **name == "dropout");
            (loss, dropped.count())
        };
        let without = loss(&plain, Mode::Train, 1);
        assert_eq!(without.1, 0);
        assert_eq!(loss(&model, Mode::Eval, 1), without);
        let trained = loss(&model, Mode::Train, 1);
        assert_eq!(trained.1, drops, "{layers} layers");
        assert_ne!(trained.0, without.0);
        assert_ne!(trained, loss(&model, Mode::Train, 2));
        assert_eq!(trained, loss(&model, Mode::Train, 1));
    }
    Ok(())
}
