//! The rules of attention: for the fused operation, for the composition that the book shows, and
//! for the layers.

mod averages;
mod layers;

use attention::Real;
use attention::mask::Mask;
use attention::tape::{Mode, Tape, Var, fused_attend};
use ndarray::{ArrayD, Axis, concatenate};

use super::{Case, ROUNDING, assert_same, is_zero, property, reordered, slice, spoil};
use crate::compositions::attend_with_heads;
use crate::proof::{Proof, assert_close};

/// All forms of attention take queries, keys, values, the number of heads, and the mask.
type Attention = for<'t> fn(Var<'t>, Var<'t>, Var<'t>, usize, &Mask) -> Var<'t>;

/// A rule with its name.
type Rule = (&'static str, fn(Attention, Case));

pub(super) fn proofs() -> Vec<Proof> {
    let of_all: [Rule; 8] = [
        ("the_future_changes_nothing", the_future_changes_nothing),
        ("padding_changes_nothing", padding_changes_nothing),
        ("hidden_keys_change_nothing", hidden_keys_change_nothing),
        ("alone_as_in_a_batch", alone_as_in_a_batch),
        (
            "keys_with_values_have_no_order_to_rounding",
            keys_have_no_order,
        ),
        ("queries_in_another_order", queries_in_another_order),
        (
            "self_attention_has_no_order_to_rounding",
            self_attention_has_no_order,
        ),
        ("step_by_step_as_at_once_to_rounding", step_by_step),
    ];
    let of_averages: [Rule; 2] = [
        ("weights_sum_to_1_or_0", averages::weights_sum_to_1_or_0),
        (
            "equal_keys_give_the_mean_to_rounding",
            averages::equal_keys_give_the_mean,
        ),
    ];
    let of_products: [Rule; 2] = [
        (
            "a_shift_of_all_keys_changes_nothing_to_rounding",
            averages::shift_of_keys,
        ),
        (
            "large_scores_pick_the_best_key_to_rounding",
            averages::large_scores,
        ),
    ];
    let of_heads: [Rule; 1] = [("heads_are_columns", heads_are_columns)];
    let products = [&of_all[..], &of_averages, &of_products].concat();
    let averages = [&of_all[..], &of_averages].concat();
    // Its matrix turns queries around, so which key is best is another rule, in `layers`.
    let bilinear = [&averages[..], &of_products[..1]].concat();
    let subjects: [(&str, Attention, Vec<Rule>); 6] = [
        (
            "fused_attend",
            |q, k, v, heads, mask| fused_attend(q, k, v, heads, heads, mask),
            [&products[..], &of_heads].concat(),
        ),
        (
            "attend",
            attend_with_heads,
            [&products[..], &of_heads].concat(),
        ),
        (
            "scoring_functions::DotProductAttention",
            layers::dot_product,
            products.clone(),
        ),
        (
            "scoring_functions::BilinearAttention",
            layers::bilinear,
            bilinear,
        ),
        (
            "scoring_functions::AdditiveAttention",
            layers::additive,
            averages,
        ),
        ("multi_head::MultiHead", layers::multi_head, of_all.to_vec()),
    ];
    let each = |(subject, attention, rules): (&str, Attention, Vec<Rule>)| {
        let one = |(rule, check): Rule| {
            property(subject, rule, move |case| check(attention, case))
        };
        rules.into_iter().map(one).collect::<Vec<_>>()
    };
    let mut proofs: Vec<Proof> = subjects.into_iter().flat_map(each).collect();
    proofs.extend(layers::proofs());
    proofs
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

fn output(
    attention: Attention,
    inputs: &Inputs,
    heads: usize,
    mask: &Mask,
) -> ArrayD<Real> {
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
            assert!(
                is_zero(&of_padding),
                "padding has the gradient {of_padding}"
            );
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

fn keys_have_no_order(attention: Attention, case: Case) {
    let ([queries, keys, values], order) = (inputs(&case), case.order(case.keys));
    let table = case.table();
    let mask = Mask::allowed_per_example(table.select(Axis(2), &order));
    let moved = [&keys, &values].map(|input| reordered(input, 1, &order));
    let [moved_keys, moved_values] = moved;
    let moved = [queries.clone(), moved_keys, moved_values];
    let moved = output(attention, &moved, case.heads, &mask);
    let mask = Mask::allowed_per_example(table);
    let expected = output(attention, &[queries, keys, values], case.heads, &mask);
    assert_close("the output", &moved, &expected, ROUNDING);
}

fn queries_in_another_order(attention: Attention, case: Case) {
    let ([queries, keys, values], order) = (inputs(&case), case.order(case.queries));
    let mask = Mask::valid_lens(case.lens(case.keys));
    let moved = [reordered(&queries, 1, &order), keys.clone(), values.clone()];
    let moved = output(attention, &moved, case.heads, &mask);
    let expected = output(attention, &[queries, keys, values], case.heads, &mask);
    assert_same("the output", &moved, &reordered(&expected, 1, &order));
}

/// Without positions and without a mask, attention treats its input as a set.
fn self_attention_has_no_order(attention: Attention, case: Case) {
    let ([_, x, _], order) = (inputs(&case), case.order(case.keys));
    let of = |x: &ArrayD<Real>| {
        let same = [x.clone(), x.clone(), x.clone()];
        output(attention, &same, case.heads, &Mask::all())
    };
    let (moved, expected) = (of(&reordered(&x, 1, &order)), of(&x));
    assert_close(
        "the output",
        &moved,
        &reordered(&expected, 1, &order),
        ROUNDING,
    );
}

fn heads_are_columns(attention: Attention, case: Case) {
    let (inputs, mask) = (inputs(&case), case.mask(0..case.batch));
    let all = output(attention, &inputs, case.heads, &mask);
    for head in 0..case.heads {
        let columns = |dim: usize| head * dim..(head + 1) * dim;
        let dims = [case.dim, case.dim, case.value_dim];
        let mut one = inputs.clone();
        for (input, dim) in one.iter_mut().zip(dims) {
            *input = slice(input, 2, columns(dim));
        }
        let one = output(attention, &one, 1, &mask);
        assert_same("the output", &one, &slice(&all, 2, columns(case.value_dim)));
    }
}

/// Reads one query at a time with the keys so far, as a decoder does.
fn step_by_step(attention: Attention, case: Case) {
    let case = Case {
        queries: case.keys,
        ..case
    };
    let inputs = inputs(&case);
    let all = output(attention, &inputs, case.heads, &Mask::causal());
    let steps = (0..case.keys).map(|step| {
        let [queries, keys, values] = &inputs;
        let now = [
            slice(queries, 1, step..step + 1),
            slice(keys, 1, 0..step + 1),
            slice(values, 1, 0..step + 1),
        ];
        output(
            attention,
            &now,
            case.heads,
            &Mask::causal().starting_at(step),
        )
    });
    let steps: Vec<_> = steps.collect();
    let views: Vec<_> = steps.iter().map(|step| step.view()).collect();
    let steps = concatenate(Axis(1), &views).expect("the steps have one shape");
    // All rows together, because the values of one step may cancel and leave only rounding errors.
    assert_close("the output", &steps, &all, ROUNDING);
}
