//! The rules of attention: for the fused operation, for the composition that the book shows, and
//! for the layers.

use attention::Real;
use attention::mask::Mask;
use attention::multi_head::{MultiHead, MultiHeadConfig};
use attention::nn::Dropout;
use attention::scoring_functions::{AdditiveAttention, BilinearAttention, DotProductAttention};
use attention::tape::{Mode, Tape, Var, fused_attend};
use ndarray::{ArrayD, Axis, concatenate};

use super::{Case, ROUNDING, assert_same, is_zero, property, slice, spoil};
use crate::golden::masked::attend_with_heads;
use crate::proof::{Proof, assert_close, rng};

/// All forms of attention take queries, keys, values, the number of heads, and the mask.
type Attention = for<'t> fn(Var<'t>, Var<'t>, Var<'t>, usize, &Mask) -> Var<'t>;

/// A rule with its name.
type Rule = (&'static str, fn(Attention, Case));

pub(super) fn proofs() -> Vec<Proof> {
    let rules: [Rule; 5] = [
        ("the_future_changes_nothing", the_future_changes_nothing),
        ("padding_changes_nothing", padding_changes_nothing),
        ("hidden_keys_change_nothing", hidden_keys_change_nothing),
        ("alone_as_in_a_batch", alone_as_in_a_batch),
        ("step_by_step_as_at_once_to_rounding", step_by_step),
    ];
    let subjects: [(&str, Attention); 6] = [
        ("fused_attend", |q, k, v, heads, mask| fused_attend(q, k, v, heads, heads, mask)),
        ("attend", attend_with_heads),
        ("scoring_functions::DotProductAttention", |q, k, v, _, mask| {
            DotProductAttention::new(Dropout::off()).forward(q, k, v, mask).output
        }),
        ("scoring_functions::BilinearAttention", |q, k, v, _, mask| {
            let (dim, off) = (columns(q), Dropout::off());
            BilinearAttention::new(dim, dim, off, &mut rng(1)).forward(q, k, v, mask).output
        }),
        ("scoring_functions::AdditiveAttention", |q, k, v, heads, mask| {
            let (dim, off) = (columns(q), Dropout::off());
            let layer = AdditiveAttention::new(dim, dim, heads + 2, off, &mut rng(1));
            layer.forward(q, k, v, mask).output
        }),
        ("multi_head::MultiHead", |q, k, v, heads, mask| {
            // The hidden size differs from all inputs, so that no sizes agree by chance.
            let config = MultiHeadConfig::new(5 * heads, heads);
            let config = config.inputs(columns(q), columns(k), columns(v));
            let layer = MultiHead::new(&config, &mut rng(1)).expect("the heads divide");
            layer.forward(q, k, v, mask).output
        }),
    ];
    let each = |(subject, attention): (&'static str, Attention)| {
        rules.map(|(rule, check)| property(subject, rule, move |case| check(attention, case)))
    };
    subjects.into_iter().flat_map(each).collect()
}

/// Returns the size of the last axis.
fn columns(x: Var<'_>) -> usize {
    x.dims::<3>()[2]
}

/// Queries, keys and values.
type Inputs = [ArrayD<Real>; 3];

fn inputs(case: &Case) -> Inputs {
    let Case { batch, heads, .. } = *case;
    [
        case.numbers(1, &[batch, case.queries, heads * case.dim]),
        case.numbers(2, &[batch, case.keys, heads * case.dim]),
        case.numbers(3, &[batch, case.keys, heads * case.value_dim]),
    ]
}

fn output(attention: Attention, inputs: &Inputs, heads: usize, mask: &Mask) -> ArrayD<Real> {
    let tape = Tape::new(Mode::Eval, 0);
    let [q, k, v] = inputs.each_ref().map(|input| tape.constant(input.clone()));
    attention(q, k, v, heads, mask).value().to_owned()
}

fn the_future_changes_nothing(attention: Attention, case: Case) {
    let before = inputs(&case);
    // Query 0 is at key `position`; keys after query `last` must not reach it.
    let position = case.pick(50, 0..case.keys);
    let last = case.pick(51, 0..case.queries.min(case.keys - position));
    let mut after = before.clone();
    spoil(&mut after[0], 1, last + 1..case.queries);
    spoil(&mut after[1], 1, position + last + 1..case.keys);
    spoil(&mut after[2], 1, position + last + 1..case.keys);
    let mask = Mask::causal().starting_at(position);
    let [before, after] = [before, after].map(|inputs| {
        let output = output(attention, &inputs, case.heads, &mask);
        slice(&output, 1, 0..last + 1)
    });
    assert_same("the output", &after, &before);
}

fn padding_changes_nothing(attention: Attention, case: Case) {
    let (before, lens) = (inputs(&case), case.lens(case.keys));
    let mut after = before.clone();
    for (example, &len) in lens.iter().enumerate() {
        for input in &mut after[1..] {
            let mut of_example = slice(input, 0, example..example + 1);
            spoil(&mut of_example, 1, len..case.keys);
            let of_example = of_example.index_axis_move(Axis(0), 0);
            input.index_axis_mut(Axis(0), example).assign(&of_example);
        }
    }
    let mask = Mask::valid_lens(lens.clone());
    let expected = output(attention, &before, case.heads, &mask);
    let tape = Tape::new(Mode::Check, 0);
    let [q, k, v] = after.map(|input| tape.variable(input));
    let output = attention(q, k, v, case.heads, &mask);
    assert_same("the output", &output.value().to_owned(), &expected);

    let gradients = output.backward_from(case.numbers(4, &output.shape()));
    for input in [k, v] {
        let gradient = gradients.wrt(input).expect("a variable");
        for (example, &len) in lens.iter().enumerate() {
            let of_example = slice(gradient, 0, example..example + 1);
            let of_padding = slice(&of_example, 1, len..case.keys);
            assert!(is_zero(&of_padding), "padding has the gradient {of_padding}");
        }
    }
}

fn hidden_keys_change_nothing(attention: Attention, case: Case) {
    let (before, mask) = (inputs(&case), case.mask(0..case.batch));
    let first = case.pick(50, 0..case.keys);
    let mut after = before.clone();
    for input in &mut after[1..] {
        spoil(input, 1, first..case.keys);
    }
    let [before, after] =
        [before, after].map(|inputs| output(attention, &inputs, case.heads, &mask));
    for (place, before) in before.indexed_iter() {
        let (batch, query) = (place[0], place[1]);
        if !(first..case.keys).any(|key| mask.allows(batch, query, key)) {
            assert_eq!(*before, after[place], "at {:?}", [batch, query]);
        }
    }
}

fn alone_as_in_a_batch(attention: Attention, case: Case) {
    let inputs = inputs(&case);
    let together = output(attention, &inputs, case.heads, &case.mask(0..case.batch));
    for example in 0..case.batch {
        let one = example..example + 1;
        let alone = inputs.each_ref().map(|input| slice(input, 0, one.clone()));
        let alone = output(attention, &alone, case.heads, &case.mask(one.clone()));
        assert_same("the output", &alone, &slice(&together, 0, one));
    }
}

/// Reads one query at a time with the keys so far, as a decoder does.
fn step_by_step(attention: Attention, case: Case) {
    let case = Case { queries: case.keys, ..case };
    let inputs = inputs(&case);
    let all = output(attention, &inputs, case.heads, &Mask::causal());
    let steps = (0..case.keys).map(|step| {
        let [queries, keys, values] = &inputs;
        let now = [
            slice(queries, 1, step..step + 1),
            slice(keys, 1, 0..step + 1),
            slice(values, 1, 0..step + 1),
        ];
        output(attention, &now, case.heads, &Mask::causal().starting_at(step))
    });
    let steps: Vec<_> = steps.collect();
    let views: Vec<_> = steps.iter().map(|step| step.view()).collect();
    let steps = concatenate(Axis(1), &views).expect("the steps have one shape");
    // All rows together, because the values of one step may cancel and leave only rounding errors.
    assert_close("the output", &steps, &all, ROUNDING);
}
