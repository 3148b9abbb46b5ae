//! The rules of the recurrent layer.

use attention::Real;
use attention::nn::{Gru, Module};
use attention::tape::{Mode, Tape};
use ndarray::{ArrayD, Axis, stack};

use super::{Case, assert_same, property, slice, spoil};
use crate::proof::{Proof, name_of};

pub(super) fn proofs() -> Vec<Proof> {
    let rule = |rule, check: fn(Case)| property(&name_of::<Gru>(), rule, check);
    vec![
        rule("the_future_changes_nothing", the_future_changes_nothing),
        rule("padding_changes_nothing", padding_changes_nothing),
        rule("alone_as_in_a_batch", alone_as_in_a_batch),
        rule("step_by_step_as_at_once", step_by_step),
    ]
}

/// Returns a GRU with random weights and biases.
fn gru(case: &Case) -> Gru {
    let gru = Gru::new(case.dim, case.value_dim, case.heads, &mut case.rng(1));
    for (seed, (_, param)) in (100..).zip(gru.params()) {
        let new = case.numbers(seed, &param.shape()) * 0.5;
        param.update(|value| *value = new.into_shared());
    }
    gru
}

/// Returns the input and the state at the start.
fn inputs(case: &Case) -> [ArrayD<Real>; 2] {
    [
        case.numbers(2, &[case.batch, case.queries, case.dim]),
        case.numbers(3, &[case.heads, case.batch, case.value_dim]),
    ]
}

/// Returns the outputs and the state at the end.
fn read(
    gru: &Gru,
    [x, start]: &[ArrayD<Real>; 2],
    lens: &[usize],
) -> [ArrayD<Real>; 2] {
    let tape = Tape::new(Mode::Eval, 0);
    let start = tape.constant(start.clone());
    let read = gru.forward_with_lens(tape.constant(x.clone()), Some(start), lens);
    [read.outputs, read.state].map(|var| var.value().to_owned())
}

fn the_future_changes_nothing(case: Case) {
    let (gru, before) = (gru(&case), inputs(&case));
    let last = case.pick(50, 0..case.queries);
    let mut after = before.clone();
    spoil(&mut after[0], 1, last + 1..case.queries);
    let lens = vec![case.queries; case.batch];
    let [before, after] = [before, after].map(|inputs| {
        let [outputs, _] = read(&gru, &inputs, &lens);
        slice(&outputs, 1, 0..last + 1)
    });
    assert_same("the outputs", &after, &before);
}

/// Neither the content of the padding nor its length matters.
fn padding_changes_nothing(case: Case) {
    let (gru, [x, start]) = (gru(&case), inputs(&case));
    let lens = case.lens(case.queries);
    let [outputs, state] = read(&gru, &[x.clone(), start.clone()], &lens);
    for (example, &len) in lens.iter().enumerate() {
        let one = example..example + 1;
        let of_start = slice(&start, 1, one.clone());
        let [outputs, state] = [
            slice(&outputs, 0, one.clone()),
            slice(&state, 1, one.clone()),
        ];
        if len == 0 {
            assert_same("the state", &state, &of_start);
            continue;
        }
        let short = slice(&slice(&x, 0, one), 1, 0..len);
        let [short_outputs, short_state] = read(&gru, &[short, of_start], &[len]);
        assert_same("the outputs", &slice(&outputs, 1, 0..len), &short_outputs);
        assert_same("the state", &state, &short_state);
    }
    let mut spoiled = x;
    for (example, &len) in lens.iter().enumerate() {
        let mut of_example = slice(&spoiled, 0, example..example + 1);
        spoil(&mut of_example, 1, len..case.queries);
        let of_example = of_example.index_axis_move(Axis(0), 0);
        spoiled.index_axis_mut(Axis(0), example).assign(&of_example);
    }
    let [spoiled_outputs, spoiled_state] = read(&gru, &[spoiled, start], &lens);
    assert_same("the outputs", &spoiled_outputs, &outputs);
    assert_same("the state", &spoiled_state, &state);
}

fn alone_as_in_a_batch(case: Case) {
    let (gru, [x, start]) = (gru(&case), inputs(&case));
    let lens = case.lens(case.queries);
    let [outputs, state] = read(&gru, &[x.clone(), start.clone()], &lens);
    for (example, &len) in lens.iter().enumerate() {
        let one = example..example + 1;
        let alone = [slice(&x, 0, one.clone()), slice(&start, 1, one.clone())];
        let [outputs_alone, state_alone] = read(&gru, &alone, &[len]);
        assert_same(
            "the outputs",
            &outputs_alone,
            &slice(&outputs, 0, one.clone()),
        );
        assert_same("the state", &state_alone, &slice(&state, 1, one));
    }
}

fn step_by_step(case: Case) {
    let (gru, inputs) = (gru(&case), inputs(&case));
    let [outputs, state] = read(&gru, &inputs, &vec![case.queries; case.batch]);
    let tape = Tape::new(Mode::Eval, 0);
    let [x, start] = inputs.map(|input| tape.constant(input));
    let (mut now, mut steps) = (start, Vec::new());
    for step in 0..case.queries {
        let read = gru.step(x.index(1, step), now);
        steps.push(read.outputs.value());
        now = read.state;
    }
    let steps: Vec<_> = steps.iter().map(|step| step.view()).collect();
    let steps = stack(Axis(1), &steps).expect("all steps have the same shape");
    assert_same("the outputs", &steps, &outputs);
    assert_same("the state", &now.value().to_owned(), &state);
}
