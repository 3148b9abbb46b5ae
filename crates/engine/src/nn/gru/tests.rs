use ndarray::{Array3, array};

use super::*;
use crate::Real;
use crate::nn::Param;
use crate::tape::{Mode, Tape};
use crate::testing::{assert_close, names, random, randomize, rng};

mod fused;
mod lens;

/// Returns a GRU with random entries in all parameters, including the biases.
fn gru(inputs: usize, hidden: usize, layers: usize) -> Gru {
    let gru = Gru::new(inputs, hidden, layers, &mut rng(1));
    randomize(&gru);
    gru
}

/// Returns one unit with one input. Everything in the comments of the test below can be computed by
/// hand.
fn one_unit() -> Gru {
    let input = crate::nn::Linear {
        weight: Param::new(array![[1.0, 2.0, 3.0]]),
        bias: Some(Param::new(array![0.1, 0.2, 0.3])),
    };
    let hidden = crate::nn::Linear {
        weight: Param::new(array![[-1.0, 0.5, 2.0]]),
        bias: Some(Param::new(array![0.0, -0.2, 0.4])),
    };
    Gru {
        layers: vec![GruLayer { input, hidden }],
        dropout: Dropout::off(),
    }
}

#[test]
fn one_unit_by_hand() {
    let tape = Tape::new(Mode::Eval, 0);
    let x = tape.constant(array![[[0.5], [-0.4]]]);
    let start = tape.constant(array![[[0.8]]]);
    let read = one_unit().forward(x, Some(start));
    //     r = σ(0.5 + 0.1 - 0.8) = σ(-0.2) = 0.450166
    //     z = σ(1.0 + 0.2 + 0.4 - 0.2) = σ(1.4) = 0.802184
    //     n = tanh(1.5 + 0.3 + 0.450166 · (1.6 + 0.4)) = tanh(2.700332) = 0.991013
    //     h = 0.197816 · 0.991013 + 0.802184 · 0.8 = 0.837786
    //     r = σ(-0.4 + 0.1 - 0.837786) = σ(-1.137785) = 0.242727
    //     z = σ(-0.8 + 0.2 + 0.418893 - 0.2) = σ(-0.381107) = 0.405860
    //     n = tanh(-1.2 + 0.3 + 0.242727 · (1.675571 + 0.4)) = tanh(-0.396203) = -0.376695
    //     h = 0.594140 · -0.376695 + 0.405860 · 0.837786 = 0.116214
    let outputs = read.outputs.value().into_owned();
    let expected = array![[[0.837_786], [0.116_214]]].into_dyn();
    assert_close(&outputs, &expected, 1e-6);
    assert_eq!(read.state.value()[[0, 0, 0]], outputs[[0, 1, 0]]);
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
    let mut gru = gru(3, 5, 2);
    gru.dropout = Dropout::new(0.5).unwrap();
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
        assert_eq!(
            alone.outputs.value(),
            read.outputs.slice(0, i..i + 1).value()
        );
        assert_eq!(alone.state.value(), read.state.slice(1, i..i + 1).value());
    }
}

#[test]
fn dropout_is_between_the_layers_only() {
    let output = |layers, mode| {
        let mut gru = gru(2, 8, layers);
        gru.dropout = Dropout::new(0.5).unwrap();
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
}

#[test]
fn names_and_counts() {
    let expected = [
        "layers.0.input.weight",
        "layers.0.input.bias",
        "layers.0.hidden.weight",
        "layers.0.hidden.bias",
        "layers.1.input.weight",
        "layers.1.input.bias",
        "layers.1.hidden.weight",
        "layers.1.hidden.bias",
    ];
    let gru = Gru::new(3, 4, 2, &mut rng(1));
    assert_eq!(names(&gru), expected);
    assert_eq!(gru.param_count(), (36 + 12 + 48 + 12) + (48 + 12 + 48 + 12));
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
#[should_panic(expected = "gru: [2, 3, 4]: expected [.., 3]")]
fn another_number_of_inputs_is_refused() {
    let tape = Tape::new(Mode::Eval, 0);
    gru(3, 4, 1).forward(tape.constant(random((2, 3, 4), 0)), None);
}

#[test]
#[should_panic(
    expected = "gru: [2, 3, 3] with state [1, 3, 4]: expected state [1, 2, 4]"
)]
fn another_state_is_refused() {
    let tape = Tape::new(Mode::Eval, 0);
    let start = tape.constant(random((1, 3, 4), 0));
    gru(3, 4, 1).forward(tape.constant(random((2, 3, 3), 0)), Some(start));
}

#[test]
#[should_panic(expected = "gru_step: [2, 4]: expected [.., 3]")]
fn a_step_with_another_number_of_inputs_is_refused() {
    let tape = Tape::new(Mode::Eval, 0);
    let state = tape.constant(random((1, 2, 4), 0));
    gru(3, 4, 1).step(tape.constant(random((2, 4), 0)), state);
}

#[test]
#[should_panic(expected = "gru: [2, 0, 3]: needs at least one step")]
fn no_steps_are_refused() {
    let tape = Tape::new(Mode::Eval, 0);
    gru(3, 4, 1).forward(tape.constant(random((2, 0, 3), 0)), None);
}

#[test]
#[should_panic(expected = "gru: number of layers must be at least 1")]
fn no_layers_are_refused() {
    Gru::new(3, 4, 0, &mut rng(1));
}
