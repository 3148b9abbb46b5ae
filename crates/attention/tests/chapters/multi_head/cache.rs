//! Keys and values that are kept for later queries.

use attention::mask::Mask;
use attention::multi_head::{KeyValueCache, MultiHead, MultiHeadConfig};
use attention::tape::{Mode, Tape, Value, Var};
use engine::testing::{assert_close, assert_panics, random, rng};
use ndarray::{Axis, concatenate};

const HEADS: [usize; 3] = [1, 2, 4];
const STEPS: usize = 6;

fn layer(heads: usize, bias: bool) -> MultiHead {
    let config = MultiHeadConfig::new(8, heads);
    let config = if bias { config.bias() } else { config };
    MultiHead::new(&config, &mut rng(heads as u64)).expect("the heads divide 8")
}

/// Compares up to rounding, which differs between products of different sizes.
#[track_caller]
fn assert_near(left: Var<'_>, right: Var<'_>) {
    assert_close(&left.value().to_owned(), &right.value().to_owned(), 1e-5);
}

#[track_caller]
fn values(cache: &KeyValueCache) -> &[Value; 2] {
    cache.keys_values().expect("there are keys")
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
        let projected = layer.project_keys_values(keys, values);
        let cache = KeyValueCache::new(projected);
        for projected in [projected, cache.on_tape(tape)] {
            let cached = layer.attend_to(queries, projected, &mask);
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
            for parts in [&[1; STEPS][..], &[2, 2, 2], &[3, 3], &[4, 1, 1], &[1, 5]] {
                let mut cache = KeyValueCache::default();
                for &count in parts {
                    let from = cache.len();
                    let to = from + count;
                    let part = x.slice(1, from..to);
                    let attended = layer.forward_cached(part, &mut cache, &mask);
                    assert_near(attended.output, whole.output.slice(1, from..to));
                    let weights = whole.weights.slice(2, from..to).slice(3, ..to);
                    assert_near(attended.weights, weights);
                    assert_eq!(cache.len(), to);
                    for pair in values(&cache) {
                        assert_eq!(pair.shape(), [3, heads, to, 8 / heads]);
                    }
                }
            }
        }
    }
}

/// New rows are appended to the old ones, in the same memory.
#[test]
fn pairs_follow_pairs() {
    let layer = layer(2, false);
    let mut both = KeyValueCache::default();
    assert!(both.is_empty() && both.keys_values().is_none());
    let (mut parts, mut moved) = (Vec::new(), 0);
    for steps in [3, 1, 2].into_iter().chain([1; 94]) {
        let before = both.keys_values().map(|both| both[0].as_ptr());
        let tape = &Tape::new(Mode::Eval, 0);
        let x = tape.constant(random((2, steps, 8), 4));
        let new = layer.project_keys_values(x, x);
        let all = both.append(new);
        parts.push(new.map(Var::value));
        let old = parts.iter();
        for (i, all) in all.into_iter().enumerate() {
            assert_eq!(all.value(), values(&both)[i]);
            let parts: Vec<_> = old.clone().map(|part| part[i].view()).collect();
            let expected = concatenate(Axis(2), &parts).unwrap();
            assert_eq!(all.value(), expected);
        }
        let after = both.keys_values().map(|both| both[0].as_ptr());
        moved += usize::from(before != after);
    }
    assert_eq!((both.len(), both.is_empty()), (100, false));
    // A memory that grew by one part each time would move 97 times.
    assert!(moved < 12, "moved {moved} times");
}

#[test]
fn a_clone_of_a_cache_keeps_its_keys() {
    let layer = layer(2, false);
    let tape = &Tape::new(Mode::Eval, 0);
    let new = || {
        let x = tape.constant(random((2, 3, 8), 4));
        layer.project_keys_values(x, x)
    };
    let mut cache = KeyValueCache::new(new());
    cache.append(new());
    let (old, before) = (cache.clone(), values(&cache).clone());
    cache.append(new());
    assert_eq!((cache.len(), old.len()), (9, 6));
    assert_eq!(values(&old), &before);
    cache.forget(2..5);
    let kept = before.map(|all| all.select(Axis(2), &[0, 1, 5]));
    for (found, kept) in values(&cache).iter().zip(kept) {
        assert_eq!(found.slice_axis(Axis(2), (..3).into()), kept);
    }
}

#[test]
fn pairs_of_sentences_can_be_taken_out() {
    let layer = layer(2, false);
    let tape = &Tape::new(Mode::Eval, 0);
    let [keys, of_values] = [1, 2].map(|seed| tape.constant(random((3, 4, 8), seed)));
    let cache = KeyValueCache::new(layer.project_keys_values(keys, of_values));
    let rows = [2, 0, 0, 2, 1];
    let selected = cache.select(&rows);
    let taken = values(&selected);
    for (taken, all) in taken.iter().zip(values(&cache)) {
        assert_eq!(taken.view(), all.select(Axis(0), &rows));
    }
    assert_ne!(taken[0], taken[1]);
    assert!(KeyValueCache::default().select(&rows).is_empty());
}

/// A cache that was empty changes nothing, not even a gradient.
#[test]
fn gradients_go_through_an_empty_cache() {
    let layer = layer(2, false);
    let gradients = |cached: bool| {
        let tape = &Tape::new(Mode::Check, 0);
        let x = tape.constant(random((2, 4, 8), 0));
        let output = match cached {
            true => {
                let mut cache = KeyValueCache::default();
                layer.forward_cached(x, &mut cache, &Mask::causal())
            }
            false => layer.forward(x, x, x, &Mask::causal()),
        };
        let direction = random((2, 4, 8), 9).into_dyn();
        let gradients = output.output.backward_from(direction);
        let matrices = [&layer.query, &layer.key, &layer.value, &layer.output];
        matrices.map(|linear| gradients.of(&linear.weight).unwrap().clone())
    };
    assert_eq!(gradients(true), gradients(false));
}

#[test]
fn misuse_is_refused() {
    let layer_of = |heads| layer(heads, false);
    assert_panics("append: not in mode Eval", || {
        let tape = &Tape::new(Mode::Check, 0);
        let x = tape.constant(random((1, 2, 8), 0));
        let mut cache = KeyValueCache::default();
        for _ in 0..2 {
            layer_of(2).forward_cached(x, &mut cache, &Mask::causal());
        }
    });
    let tape = &Tape::new(Mode::Eval, 0);
    let x = tape.constant(random((1, 2, 8), 0));
    assert_panics("append: [1, 4, 2, 2] after [1, 2, 2, 4]", || {
        let [two, four] = [2, 4].map(|heads| layer_of(heads).project_keys_values(x, x));
        KeyValueCache::new(two).append(four);
    });
    assert_panics("on_tape: the cache is empty", || {
        KeyValueCache::default().on_tape(tape);
    });
}
