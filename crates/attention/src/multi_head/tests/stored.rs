//! Keys and values that are kept for later queries.

use engine::testing::assert_close;

use super::{MultiHead, MultiHeadConfig, random, rng};
use crate::Real;
use crate::mask::Mask;
use crate::multi_head::KeyValues;
use crate::tape::{Mode, Tape, Value, Var};

const HEADS: [usize; 3] = [1, 2, 4];
const STEPS: usize = 6;

fn layer(heads: usize, bias: bool) -> MultiHead {
    let config = MultiHeadConfig::new(8, heads);
    let config = if bias { config.bias() } else { config };
    MultiHead::new(&config, &mut rng(heads as u64)).unwrap()
}

/// Equal but for rounding, as products of other sizes are.
#[track_caller]
fn assert_near(left: Var<'_>, right: Var<'_>) {
    assert_close(&left.value().to_owned(), &right.value().to_owned(), 1e-5);
}

fn select(x: &Value, rows: &[usize]) -> Value {
    x.select(ndarray::Axis(0), rows).into_shared()
}

#[test]
fn projected_pairs_are_split_into_heads() {
    for heads in HEADS {
        let layer = layer(heads, true);
        let tape = &Tape::new(Mode::Eval, 0);
        let [keys, values] = [1, 2].map(|seed| tape.constant(random((2, 5, 8), seed)));
        let pairs = layer.project_keys_values(keys, values);
        let dim = 8 / heads;
        let projected = [
            (pairs.keys, &layer.key, keys),
            (pairs.values, &layer.value, values),
        ];
        for (found, linear, input) in projected {
            assert_eq!(found.shape(), [2, heads, 5, dim]);
            let whole = linear.forward(input);
            for head in 0..heads {
                let columns = whole.slice(2, head * dim..(head + 1) * dim);
                assert_near(found.index(1, head), columns);
            }
        }
    }
}

/// Bit for bit: it is the same computation in two parts.
#[test]
fn attending_to_projected_pairs_is_attending() {
    for heads in HEADS {
        let layer = layer(heads, true);
        let tape = &Tape::new(Mode::Eval, 0);
        let queries = tape.constant(random((2, 3, 8), 0));
        let [keys, values] = [1, 2].map(|seed| tape.constant(random((2, 5, 8), seed)));
        let mask = Mask::valid_lens([5, 2]);
        let whole = layer.forward(queries, keys, values, &mask);
        let pairs = layer.project_keys_values(keys, values);
        for _ in 0..2 {
            let kept = layer.attend_to(queries, &pairs, &mask);
            assert_eq!(kept.output.value(), whole.output.value());
            assert_eq!(kept.weights.value(), whole.weights.value());
        }
    }
}

#[test]
fn tokens_that_come_in_parts_attend_as_those_that_come_at_once() {
    for heads in HEADS {
        let layer = layer(heads, heads == 2);
        let tape = &Tape::new(Mode::Eval, 0);
        let x = tape.constant(random((3, STEPS, 8), 0));
        let whole = layer.forward(x, x, x, &Mask::causal());
        for parts in [&[1; STEPS][..], &[2, 2, 2], &[3, 3], &[4, 1, 1], &[1, 5]] {
            let (mut past, mut from): (Option<KeyValues<'_>>, usize) = (None, 0);
            for &count in parts {
                let part = x.slice(1, from..from + count);
                let mask = Mask::causal().starting_at(from);
                let (attended, all) = layer.self_attend(part, past.as_ref(), &mask);
                let to = from + count;
                assert_near(attended.output, whole.output.slice(1, from..to));
                let weights = whole.weights.slice(2, from..to).slice(3, ..to);
                assert_near(attended.weights, weights);
                assert_eq!(all.keys.shape(), [3, heads, to, 8 / heads]);
                assert_eq!(all.values.shape(), all.keys.shape());
                (past, from) = (Some(all), to);
            }
        }
    }
}

/// What is new comes after what was there.
#[test]
fn pairs_follow_pairs() {
    let layer = layer(2, false);
    let tape = &Tape::new(Mode::Eval, 0);
    let [first, second] = [(2, 3, 8), (2, 1, 8)].map(|shape| {
        let x = tape.constant(random(shape, 4));
        layer.project_keys_values(x, x)
    });
    let both = first.followed_by(&second);
    for (all, first, second) in [
        (both.keys, first.keys, second.keys),
        (both.values, first.values, second.values),
    ] {
        assert_eq!(all.shape(), [2, 2, 4, 4]);
        assert_eq!(all.slice(2, ..3).value(), first.value());
        assert_eq!(all.slice(2, 3..).value(), second.value());
    }
}

#[test]
fn pairs_of_sentences_can_be_taken_out() {
    let layer = layer(2, false);
    let tape = &Tape::new(Mode::Eval, 0);
    let [keys, values] = [1, 2].map(|seed| tape.constant(random((3, 4, 8), seed)));
    let pairs = layer.project_keys_values(keys, values);
    let rows = [2, 0, 0, 2, 1];
    let taken = pairs.select(&rows);
    assert_eq!(taken.keys.value(), select(&pairs.keys.value(), &rows));
    assert_eq!(taken.values.value(), select(&pairs.values.value(), &rows));
    assert_ne!(taken.keys.value(), taken.values.value());
}

/// Keys and values that were kept still belong to the parameters that made them.
#[test]
fn gradients_go_through_kept_pairs() {
    let layer = layer(2, false);
    let gradients = |in_parts: bool| {
        let tape = &Tape::new(Mode::Check, 0);
        let x = tape.constant(random((2, 4, 8), 0));
        let output = if in_parts {
            let (first, past) =
                layer.self_attend(x.slice(1, ..3), None, &Mask::causal());
            let mask = Mask::causal().starting_at(3);
            let (last, _) = layer.self_attend(x.slice(1, 3..), Some(&past), &mask);
            crate::tape::concat(&[first.output, last.output], 1)
        } else {
            layer.forward(x, x, x, &Mask::causal()).output
        };
        let direction = random((2, 4, 8), 9).into_dyn();
        let gradients = output.backward_from(direction);
        let matrices = [&layer.query, &layer.key, &layer.value, &layer.output];
        matrices.map(|linear| gradients.of(&linear.weight).unwrap().clone())
    };
    let (whole, parts) = (gradients(false), gradients(true));
    for (whole, part) in whole.iter().zip(&parts) {
        assert!(whole.iter().any(|&d: &Real| d.abs() > 0.1));
        assert_close(part, whole, 1e-4);
    }
}

#[test]
#[should_panic(expected = "concat")]
fn pairs_of_other_heads_cannot_follow() {
    let tape = &Tape::new(Mode::Eval, 0);
    let x = tape.constant(random((1, 2, 8), 0));
    let [two, four] = [2, 4].map(|heads| layer(heads, false).project_keys_values(x, x));
    let _ = two.followed_by(&four);
}
