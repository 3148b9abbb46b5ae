//! Recurrent layers: steps, lengths, and dropout.

mod fused;
mod lens;

use engine::Real;
use engine::nn::{Dropout, Gru};
use engine::tape::{Mode, Tape};
use engine::testing::{assert_close, assert_panics, random, randomize, rng};
use ndarray::Array3;

/// Returns a GRU with random entries in all parameters, including the biases.
fn gru(inputs: usize, hidden: usize, layers: usize) -> Gru {
    let gru = Gru::new(inputs, hidden, layers, &mut rng(1));
    randomize(&gru);
    gru
}

fn with_dropout(gru: Gru) -> Gru {
    Gru { dropout: Dropout::new(0.5).expect("a half is a rate"), ..gru }
}

#[test]
fn no_start_is_zeros() {
    let gru = gru(3, 4, 2);
    let tape = Tape::new(Mode::Eval, 0);
    let x = tape.constant(random((2, 3, 3), 1));
    let zeros = tape.constant(Array3::zeros((2, 2, 4)));
    let (without, with) = (gru.forward(x, None), gru.forward(x, Some(zeros)));
    assert_eq!(without.outputs.value(), with.outputs.value());
}

#[test]
fn step_by_step_gives_the_same_bits() {
    let gru = with_dropout(gru(3, 5, 2));
    let tape = Tape::new(Mode::Eval, 0);
    let x = tape.constant(random((7, 6, 3), 1));
    let start = tape.constant(random((2, 7, 5), 2));
    let read = gru.forward(x, Some(start));
    let mut state = start;
    for step in 0..6 {
        let one = gru.step(x.index(1, step), state);
        assert_eq!(one.outputs.value(), read.outputs.index(1, step).value());
        state = one.state;
    }
    assert_eq!(state.value(), read.state.value());
}

#[test]
fn an_example_alone_gives_the_same_bits_as_in_a_batch() {
    let gru = gru(3, 33, 2);
    let tape = Tape::new(Mode::Eval, 0);
    let x = tape.constant(random((9, 4, 3), 1));
    let lens = [4, 1, 0, 2, 3, 4, 4, 1, 2];
    let read = gru.forward_with_lens(x, None, &lens);
    for (i, len) in lens.into_iter().enumerate() {
        let alone = gru.forward_with_lens(x.slice(0, i..i + 1), None, &[len]);
        assert_eq!(alone.outputs.value(), read.outputs.slice(0, i..i + 1).value());
        assert_eq!(alone.state.value(), read.state.slice(1, i..i + 1).value());
    }
}

#[test]
fn dropout_is_between_the_layers_only() {
    let output = |layers, mode| {
        let gru = with_dropout(gru(2, 8, layers));
        let tape = Tape::new(mode, 5);
        let x = tape.constant(random((2, 3, 2), 1));
        let read = gru.forward(x, None);
        let drops = tape.operations();
        let drops = drops.iter().filter(|&&name| name == "dropout").count();
        (read.outputs.value(), drops)
    };
    assert_eq!(output(1, Mode::Train), output(1, Mode::Eval));
    let (trained, drops) = output(3, Mode::Train);
    assert_eq!(drops, 2);
    assert!(trained.iter().all(|&entry| entry != 0.0));
    assert_ne!(trained, output(3, Mode::Eval).0);
    // A step drops as a sequence of one step does.
    let (gru, x, state) = (with_dropout(gru(2, 8, 3)), random((2, 2), 1), (3, 2, 8));
    let tape = Tape::new(Mode::Train, 5);
    let [x, state] = [x.into_dyn(), random(state, 2).into_dyn()].map(|x| tape.constant(x));
    gru.step(x, state);
    let drops = tape.operations();
    assert_eq!(drops.iter().filter(|&&name| name == "dropout").count(), 2);
}

#[test]
fn starts_with_xavier_weights_for_each_gate_and_without_biases() {
    let gru = Gru::new(2, 30, 1, &mut rng(1));
    let weight = gru.layers[0].input.weight.value();
    let bound = (6.0 as Real / 32.0).sqrt();
    let largest = weight.iter().fold(0.0, |max: Real, x| max.max(x.abs()));
    // With 90 outputs instead of 30, the bound would be 0.26 instead of 0.43.
    assert!(0.9 * bound < largest && largest <= bound, "{largest}");
    let biases = [&gru.layers[0].input.bias, &gru.layers[0].hidden.bias];
    for bias in biases {
        assert!(bias.as_ref().unwrap().value().iter().all(|&b| b == 0.0));
    }
}

#[test]
fn shapes_that_do_not_fit_are_refused() {
    let (gru, tape) = (gru(3, 4, 1), Tape::new(Mode::Eval, 0));
    let x = |shape| tape.constant(random(shape, 0));
    assert_panics("gru: [2, 3, 4]: expected [.., 3]", || {
        gru.forward(x((2, 3, 4)), None);
    });
    assert_panics("gru: [2, 3, 3] with state [1, 3, 4]: expected state [1, 2, 4]", || {
        gru.forward(x((2, 3, 3)), Some(x((1, 3, 4))));
    });
    assert_panics("gru_step: [2, 4]: expected [.., 3]", || {
        gru.step(tape.constant(random((2, 4), 0)), x((1, 2, 4)));
    });
    assert_panics("gru: [2, 0, 3]: needs at least one step", || {
        gru.forward(x((2, 0, 3)), None);
    });
    assert_panics("gru: [2, 3, 3] with lengths [3, 4]: expected 2 of at most 3", || {
        gru.forward_with_lens(x((2, 3, 3)), None, &[3, 4]);
    });
    assert_panics("gru: number of layers must be at least 1", || {
        Gru::new(3, 4, 0, &mut rng(1));
    });
}
