//! How much dropout drops, and when.

use attention::encoder_decoder::EncoderDecoder;
use attention::tape::{Mode, Tape};

use super::*;

fn count(tape: &Tape) -> usize {
    tape.operations().iter().filter(|&&name| name == "dropout").count()
}

/// Compares a model with the same one without dropout.
fn drops_in_training_alone<M: EncoderDecoder>(make: impl Fn(Dropout) -> M, drops: usize) {
    let [without, model] = [Dropout::off(), Dropout::new(0.3).expect("a rate below 1")].map(make);
    let batch = batch(&examples(3, 1));
    let compute = |model: &M, mode, seed| {
        let tape = Tape::new(mode, seed);
        let logits = model.forward(&tape, &batch.source, &batch.inputs).logits.value();
        (logits, count(&tape))
    };
    let plain = compute(&without, Mode::Eval, 0);
    for mode in [Mode::Check, Mode::Eval] {
        assert_eq!(compute(&model, mode, 0), plain, "{mode:?}");
    }
    let first = compute(&model, Mode::Train, 0);
    assert_eq!(first.1, drops);
    assert_ne!(first.0, plain.0);
    assert_ne!(first, compute(&model, Mode::Train, 1));
    assert_eq!(first, compute(&model, Mode::Train, 0));
    // A step drops as much as one step of teacher forcing.
    let (source, first) = (&batch.source, rows(&batch.inputs).column(0).to_owned());
    let (at_once, in_a_step) = (Tape::new(Mode::Train, 0), Tape::new(Mode::Train, 0));
    model.forward(&at_once, source, &tokens(first.clone()).insert_axis(1));
    model.step(&in_a_step, &tokens(first), &model.start(&in_a_step, source));
    let [expected, found] = [at_once, in_a_step].map(|tape| count(&tape));
    assert_eq!(found, expected);
}

/// Of the inputs of both sides and, in recurrent models, between layers: once if all steps are read
/// at once, and at each step of a decoder with attention, whose weights are not dropped. In a
/// Transformer, of the results of each sublayer and of the weights of each attention.
#[test]
fn dropout_is_for_training_alone() {
    let steps = batch(&examples(3, 1)).targets.ncols();
    for layers in 1..4 {
        let between = layers - 1;
        drops_in_training_alone(
            |dropout| FixedContext::new(&config(layers, dropout), &mut rng(0)),
            2 + 2 * between,
        );
        drops_in_training_alone(
            |dropout| Bahdanau::new(&config(layers, dropout), &mut rng(0)),
            2 + between + steps * between,
        );
    }
    for (seed, config) in configs() {
        let blocks = config.blocks;
        drops_in_training_alone(
            |dropout| transformer(&Config { dropout, ..config }, seed),
            2 + blocks * (1 + 2) + blocks * (2 + 3),
        );
        drops_in_training_alone(
            |dropout| language_model(&Config { dropout, ..config }, seed),
            1 + blocks * (1 + 2),
        );
    }
}
