//! The fast version of `Gru`, compared with the equations.

use engine::nn::{GruOutput, Module};
use engine::tape::{Var, stack};
use ndarray::{Array2, ArrayD};

use super::*;

/// Computes layer by layer and step by step. Steps after the end of a sequence are ignored.
fn by_equations<'t>(gru: &Gru, x: Var<'t>, start: Var<'t>, lens: &[usize]) -> GruOutput<'t> {
    let [batch, steps, _inputs] = x.dims();
    let mut outputs: Vec<Var<'t>> = (0..steps).map(|step| x.index(1, step)).collect();
    let mut states = Vec::new();
    for (index, layer) in gru.layers.iter().enumerate() {
        let mut state = start.index(0, index);
        for (step, output) in outputs.iter_mut().enumerate() {
            let running = |row: usize| if step < lens[row] { 1.0 } else { 0.0 };
            let running = Array2::from_shape_fn((batch, 1), |(row, _)| running(row));
            let running = x.tape().constant(running);
            let next = layer.step(*output, state);
            state = running * next + (1.0 - running) * state;
            *output = state;
        }
        states.push(state);
    }
    GruOutput { outputs: stack(&outputs, 1), state: stack(&states, 0) }
}

type Read = for<'t> fn(&Gru, Var<'t>, Var<'t>, &[usize]) -> GruOutput<'t>;

/// Returns the outputs, the state, and the gradients with respect to all parameters, the input, and
/// the initial state.
fn values_and_gradients(read: Read, lens: &[usize]) -> Vec<(String, ArrayD<Real>)> {
    let gru = gru(3, 4, 2);
    let tape = Tape::new(Mode::Check, 0);
    let x = tape.variable(random((3, 5, 3), 1));
    let start = tape.variable(random((2, 3, 4), 2));
    let read = read(&gru, x, start, lens);
    let weights = [random((3, 5, 4), 3).into_dyn(), random((2, 3, 4), 4).into_dyn()];
    let [outputs, state] = weights.map(|weights| tape.constant(weights));
    let loss = (read.outputs * outputs).sum() + (read.state * state).sum();
    let gradients = loss.backward();
    let variables = [("x", x), ("start", start)];
    let variables = variables.map(|(name, var)| (name.to_owned(), gradients.wrt(var).cloned()));
    let params = gru.params().into_iter();
    let params = params.map(|(name, param)| (name, gradients.of(&param).cloned()));
    let all = params.chain(variables);
    let all = all.map(|(name, gradient)| (name, gradient.expect("it is used")));
    let values = [("outputs", read.outputs), ("state", read.state)];
    let values = values.map(|(name, var)| (format!("value of {name}"), var.value().into_owned()));
    all.chain(values).collect()
}

/// Includes sequences that end early or have no steps.
#[test]
fn equals_the_equations() {
    let fused: Read = |gru, x, start, lens| gru.forward_with_lens(x, Some(start), lens);
    for lens in [[5, 5, 5], [5, 2, 0]] {
        let expected = values_and_gradients(by_equations, &lens);
        let found = values_and_gradients(fused, &lens);
        assert_eq!(found.len(), 2 * 4 + 2 + 2);
        for ((name, found), (_, expected)) in found.iter().zip(&expected) {
            println!("{name}, {lens:?}");
            let largest = expected.iter().fold(1.0, |max: Real, x| max.max(x.abs()));
            assert_close(found, expected, 1e-5 * largest);
        }
    }
}
