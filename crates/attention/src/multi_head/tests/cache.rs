//! Keys and values that are kept for later queries.

use engine::testing::assert_close;

use super::{MultiHead, MultiHeadConfig, random, rng};
use crate::Real;
use crate::mask::Mask;
use crate::multi_head::KeyValueCache;
use crate::tape::{Mode, Tape, Value, Var, concat};

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
    assert_close(
        &left.value().to_owned(),
        &right.value().to_owned(),
        1e-5,
    );
}

#[track_caller]
fn values(cache: &KeyValueCache<'_>) -> [Value; 2] {
    cache.keys_values().expect("there are keys").map(Var::value)
}

#[test]
fn projected_pairs_are_split_into_heads() {
    for heads in HEADS {
        let layer = layer(heads, true);
        let tape = &Tape::new(Mode::Eval, 0);
        let [keys, values] =
            [1, 2].map(|seed| tape.constant(random((2, 5, 8), seed)));
        let cache = layer.project_keys_values(keys, values);
        let found = cache.keys_values().expect("there are keys");
        let dim = 8 / heads;
        let whole =
            [layer.key.forward(keys), layer.value.forward(values)];
        for (found, whole) in found.into_iter().zip(whole) {
            assert_eq!(found.shape(), [2, heads, 5, dim]);
            for head in 0..heads {
                let columns =
                    whole.slice(2, head * dim..(head + 1) * dim);
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
        let [keys, values] =
            [1, 2].map(|seed| tape.constant(random((2, 5, 8), seed)));
        let mask = Mask::valid_lens([5, 2]);
        let whole = layer.forward(queries, keys, values, &mask);
        let cache = layer.project_keys_values(keys, values);
        for _ in 0..2 {
            let cached = layer.attend_to(queries, &cache, &mask);
            assert_eq!(cached.output.value(), whole.output.value());
            assert_eq!(cached.weights.value(), whole.weights.value());
        }
    }
}

#[test]
fn tokens_that_come_in_parts_attend_as_those_that_come_at_once() {
    for heads in HEADS {
        let layer = layer(heads, heads == 2);
        let tape = &Tape::new(Mode::Eval, 0);
        let x = tape.constant(random((3, STEPS, 8), 0));
        for mask in [Mask::causal(), Mask::window(2, 0)] {
            let whole = layer.forward(x, x, x, &mask);
            for parts in [
                &[1; STEPS][..],
                &[2, 2, 2],
                &[3, 3],
                &[4, 1, 1],
                &[1, 5],
            ] {
                let mut cache = KeyValueCache::default();
                for &count in parts {
                    let from = cache.len();
                    let to = from + count;
                    let part = x.slice(1, from..to);
                    let attended =
                        layer.forward_cached(part, &mut cache, &mask);
                    assert_near(
                        attended.output,
                        whole.output.slice(1, from..to),
                    );
                    let weights =
                        whole.weights.slice(2, from..to).slice(3, ..to);
                    assert_near(attended.weights, weights);
                    assert_eq!(cache.len(), to);
                    for pair in values(&cache) {
                        assert_eq!(
                            pair.shape(),
                            [3, heads, to, 8 / heads]
                        );
                    }
                }
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
    let mut both = KeyValueCache::default();
    assert!(both.is_empty() && both.keys_values().is_none());
    both.append(&first);
    assert_eq!(values(&both), values(&first));
    both.append(&second);
    assert_eq!((both.len(), both.is_empty()), (4, false));
    let parts = values(&first).into_iter().zip(values(&second));
    let all = both.keys_values().expect("there are keys");
    for (all, (first, second)) in all.into_iter().zip(parts) {
        assert_eq!(all.shape(), [2, 2, 4, 4]);
        assert_eq!(all.slice(2, ..3).value(), first);
        assert_eq!(all.slice(2, 3..).value(), second);
    }
}

#[test]
fn pairs_of_sentences_can_be_taken_out() {
    let layer = layer(2, false);
    let tape = &Tape::new(Mode::Eval, 0);
    let [keys, of_values] =
        [1, 2].map(|seed| tape.constant(random((3, 4, 8), seed)));
    let cache = layer.project_keys_values(keys, of_values);
    let rows = [2, 0, 0, 2, 1];
    let taken = values(&cache.select(&rows));
    for (taken, all) in taken.iter().zip(values(&cache)) {
        assert_eq!(taken.view(), all.select(ndarray::Axis(0), &rows));
    }
    assert_ne!(taken[0], taken[1]);
    assert!(KeyValueCache::default().select(&rows).is_empty());
}

/// Keys and values that were kept still belong to the parameters that made them.
#[test]
fn gradients_go_through_kept_pairs() {
    let layer = layer(2, false);
    let gradients = |in_parts: bool| {
        let tape = &Tape::new(Mode::Check, 0);
        let x = tape.constant(random((2, 4, 8), 0));
        let output = if in_parts {
            let mut cache = KeyValueCache::default();
            let parts = [x.slice(1, ..3), x.slice(1, 3..)];
            let read = |x| {
                layer
                    .forward_cached(x, &mut cache, &Mask::causal())
                    .output
            };
            concat(&parts.map(read), 1)
        } else {
            layer.forward(x, x, x, &Mask::causal()).output
        };
        let direction = random((2, 4, 8), 9).into_dyn();
        let gradients = output.backward_from(direction);
        let matrices =
            [&layer.query, &layer.key, &layer.value, &layer.output];
        matrices
            .map(|linear| gradients.of(&linear.weight).unwrap().clone())
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
    let [mut two, four] = [2, 4]
        .map(|heads| layer(heads, false).project_keys_values(x, x));
    two.append(&four);
}

#[test]
#[should_panic(expected = "attend_to: the cache is empty")]
fn nothing_can_be_looked_at_in_an_empty_cache() {
    let tape = &Tape::new(Mode::Eval, 0);
    let x = tape.constant(random((1, 2, 8), 0));
    layer(2, false).attend_to(
        x,
        &KeyValueCache::default(),
        &Mask::all(),
    );
}
