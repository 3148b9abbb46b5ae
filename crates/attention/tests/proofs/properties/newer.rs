//! Rotations, shared keys, and models with a cache.

use attention::Real;
use attention::mask::Mask;
use attention::multi_head::{MultiHead, MultiHeadConfig};
use attention::newer_transformer::{
    DecoderOnly, DecoderOnlyCache, DecoderOnlyConfig, GroupedQueryAttention,
    GroupedQueryConfig, NetworkKind, NormKind, Positions, Scaling, Scoring,
    attend_in_groups,
};
use attention::nn::{Module, Pairing, Tokens};
use attention::tape::{Mode, Tape, attend};
use ndarray::{Array2, ArrayD, Axis, Slice};
use rand::RngExt;

use super::{Case, ROUNDING, assert_same, property, reordered, slice};
use crate::proof::{Proof, assert_close};

const GROUPED: &str = "newer_transformer::GroupedQueryAttention";
const MODEL: &str = "newer_transformer::DecoderOnly";
const PAIRINGS: [Pairing; 2] = [Pairing::Interleaved, Pairing::HalfSplit];

pub(super) fn proofs() -> Vec<Proof> {
    vec![
        property("rms_norm", "mean_square_1", mean_square_is_1),
        property(
            "rotate",
            "scores_depend_on_the_offset_to_rounding",
            only_the_offset,
        ),
        property(
            "rotate",
            "pairings_are_equal_after_a_permutation",
            pairings_differ_by_a_permutation,
        ),
        property(
            "rotate",
            "a_part_starts_at_its_position",
            parts_of_rotations,
        ),
        property(
            "attend_in_groups",
            "as_with_repeated_keys_to_rounding",
            repeated_keys,
        ),
        property(
            GROUPED,
            "with_all_key_heads_it_is_multi_head_to_rounding",
            all_key_heads,
        ),
        property(MODEL, "a_cache_changes_nothing_to_rounding", cached_is_full),
        property(
            MODEL,
            "the_future_changes_nothing",
            the_future_changes_nothing,
        ),
    ]
}

fn mean_square_is_1(case: Case) {
    let x = case.numbers(1, &[case.queries, case.keys]);
    let tape = Tape::new(Mode::Eval, 0);
    let gain = tape.constant(ArrayD::ones(vec![case.keys]));
    let y = tape.constant(x).rms_norm(gain, 0.0).value();
    let squares = y.mapv(|y| y * y).mean_axis(Axis(1));
    let squares = squares.expect("there are keys");
    let ones = ArrayD::ones(vec![case.queries]);
    assert_close("the mean squares", &squares, &ones, ROUNDING);
}

/// Returns the angles of `pairs` pairs, up to 1.
fn angles(case: &Case, pairs: usize) -> Vec<Real> {
    let mut rng = case.rng(60);
    (0..pairs).map(|_| rng.random_range(0.0..1.0)).collect()
}

fn only_the_offset(case: Case) {
    let angles = angles(&case, case.dim);
    let [queries, keys] = [(1, case.queries + 4), (2, case.keys + 4)]
        .map(|(name, rows)| case.numbers(name, &[rows, 2 * case.dim]));
    let later = case.pick(3, 1..1000);
    for pairing in PAIRINGS {
        let scores = |start| {
            let tape = Tape::new(Mode::Eval, 0);
            let [queries, keys] = [&queries, &keys]
                .map(|x| tape.constant(x.clone()).rotate(&angles, pairing, start));
            queries.matmul(keys.transpose()).value().to_owned()
        };
        assert_close("the scores", &scores(later), &scores(0), ROUNDING);
    }
}

fn pairings_differ_by_a_permutation(case: Case) {
    let pairs = case.dim;
    let angles = angles(&case, pairs);
    let x = case.numbers(1, &[case.batch, case.queries, 2 * pairs]);
    let start = case.pick(3, 0..1000);
    let rotated = |x: &ArrayD<Real>, pairing| {
        let tape = Tape::new(Mode::Eval, 0);
        let x = tape.constant(x.clone());
        x.rotate(&angles, pairing, start).value().to_owned()
    };
    let order: Vec<usize> = (0..2 * pairs).map(|c| c / 2 + c % 2 * pairs).collect();
    let permuted = rotated(&reordered(&x, 2, &order), Pairing::Interleaved);
    let expected = reordered(&rotated(&x, Pairing::HalfSplit), 2, &order);
    assert_same("the rotation", &permuted, &expected);
}

fn parts_of_rotations(case: Case) {
    let angles = angles(&case, case.dim);
    let x = case.numbers(1, &[case.batch, case.queries, 2 * case.dim + 1]);
    let (start, first) = (case.pick(3, 0..1000), case.pick(4, 0..case.queries));
    for pairing in PAIRINGS {
        let rotated = |x: ArrayD<Real>, start| {
            let tape = Tape::new(Mode::Eval, 0);
            let x = tape.constant(x);
            x.rotate(&angles, pairing, start).value().to_owned()
        };
        let part = rotated(slice(&x, 1, first..case.queries), start + first);
        let all = rotated(x.clone(), start);
        assert_same("a part", &part, &slice(&all, 1, first..case.queries));
    }
}

fn repeated_keys(case: Case) {
    let Case { batch, dim, .. } = case;
    let (key_heads, group) = (case.heads, case.pick(3, 1..4));
    let tape = Tape::new(Mode::Eval, 0);
    let of = |name, shape: [usize; 4]| tape.constant(case.numbers(name, &shape));
    let queries = of(5, [batch, key_heads * group, case.queries, dim]);
    let keys = of(6, [batch, key_heads, case.keys, dim]);
    let values = of(7, [batch, key_heads, case.keys, case.value_dim]);
    let mask = case.mask(0..batch);
    let shared = attend_in_groups(queries, keys, values, &mask, &Scoring::default());
    let heads: Vec<usize> = (0..key_heads * group).map(|head| head / group).collect();
    let [keys, values] = [keys, values].map(|x| x.select(1, &heads));
    let repeated = attend(queries, keys, values, &mask, 0.0);
    let pairs = [
        (shared.output, repeated.output),
        (shared.weights, repeated.weights),
    ];
    for (shared, repeated) in pairs {
        let [shared, repeated] = [shared, repeated].map(|x| x.value().to_owned());
        assert_close("a result", &shared, &repeated, ROUNDING);
    }
}

fn all_key_heads(case: Case) {
    let Case { batch, heads, .. } = case;
    let hidden = heads * case.dim;
    let mut rng = case.rng(8);
    let config = GroupedQueryConfig::new(hidden, heads, heads);
    let grouped = GroupedQueryAttention::new(&config, &mut rng);
    let grouped = grouped.expect("the heads divide the columns");
    let config = MultiHeadConfig::new(hidden, heads);
    let mut multi_head = MultiHead::new(&config, &mut rng).expect("the same heads");
    multi_head.query = grouped.query.clone();
    multi_head.key = grouped.key.clone();
    multi_head.value = grouped.value.clone();
    multi_head.output = grouped.output.clone();
    let tape = Tape::new(Mode::Eval, 0);
    let x = tape.constant(case.numbers(1, &[batch, case.queries, hidden]));
    let one = grouped.forward(x, None);
    let other = multi_head.forward(x, x, x, &Mask::causal());
    for (one, other) in [(one.output, other.output), (one.weights, other.weights)] {
        let [one, other] = [one, other].map(|x| x.value().to_owned());
        assert_close("a result", &one, &other, ROUNDING);
    }
}

const VOCAB: usize = 5;

/// Returns a model with random options and parameters, and random tokens, `[2, steps]`.
fn model(case: &Case) -> (DecoderOnly, Array2<usize>) {
    let heads = 1_usize << case.pick(50, 0..3);
    let key_heads = heads >> case.pick(51, 0..3).min(heads.ilog2() as usize);
    let steps = case.queries.min(20);
    let positions = match case.pick(52, 0..6) {
        0 => Positions::None,
        1 => Positions::Sinusoidal,
        2 => Positions::Learned { len: 20 },
        3 => Positions::Buckets {
            count: 4,
            distance: 9,
        },
        4 => Positions::Alibi,
        _ => Positions::Rotary {
            base: 100.0,
            scaling: Scaling::Interpolation { factor: 2.0 },
            pairing: PAIRINGS[case.pick(53, 0..2)],
        },
    };
    let yes = |name| case.pick(name, 0..2) == 1;
    let config = DecoderOnlyConfig {
        key_heads,
        inner: 3,
        positions,
        norm: if yes(54) {
            NormKind::Rms
        } else {
            NormKind::Layer
        },
        network: match case.pick(55, 0..3) {
            0 => NetworkKind::None,
            1 => NetworkKind::Relu,
            _ => NetworkKind::Gated,
        },
        query_key_norm: yes(56),
        score_cap: yes(57).then_some(2.0),
        window: yes(58).then(|| match case.pick(59, 0..6) {
            5 => usize::MAX,
            before => before,
        }),
        first_keys: case.pick(60, 0..4),
        tied: yes(61),
        ..DecoderOnlyConfig::new(heads * 2 * case.pick(62, 1..3), heads)
    };
    let mut rng = case.rng(63);
    let model = DecoderOnly::new(&config, VOCAB, &mut rng).expect("all sizes divide");
    for (seed, (_, param)) in (100..).zip(model.params()) {
        let new = case.numbers(seed, &param.shape()) * 0.5;
        param.update(|value| *value = new.into_shared());
    }
    let tokens =
        Array2::from_shape_simple_fn((2, steps), || rng.random_range(0..VOCAB));
    (model, tokens)
}

fn tokens(ids: Array2<usize>) -> Tokens {
    Tokens::new(ids, VOCAB).expect("all are below 5")
}

fn cached_is_full(case: Case) {
    let (model, ids) = model(&case);
    let tape = Tape::new(Mode::Eval, 0);
    let full = model.predict(&tape, &tokens(ids.clone())).logits.value();
    let (mut cache, mut first, mut rng) =
        (DecoderOnlyCache::default(), 0, case.rng(64));
    while first < ids.ncols() {
        let end = (first + rng.random_range(1..5)).min(ids.ncols());
        let part = ids.slice_axis(Axis(1), Slice::from(first..end)).to_owned();
        let tape = Tape::new(Mode::Eval, 0);
        let logits = model
            .predict_cached(&tape, &tokens(part), &mut cache)
            .logits;
        let expected = slice(&full.to_owned(), 1, first..end);
        assert_close("logits", &logits.value().to_owned(), &expected, ROUNDING);
        assert_eq!(cache.position(), end);
        let config = &model.config;
        if let Some(window) = config.window {
            let kept = end.min(config.first_keys.saturating_add(window));
            assert_eq!(cache.positions().len(), kept);
        }
        first = end;
    }
}

fn the_future_changes_nothing(case: Case) {
    let (model, ids) = model(&case);
    let first = case.pick(65, 0..ids.ncols());
    let mut other = ids.clone();
    let mut rng = case.rng(66);
    let mut future = other.slice_axis_mut(Axis(1), Slice::from(first..));
    future.mapv_inplace(|_| rng.random_range(0..VOCAB));
    let [one, two] = [ids, other].map(|ids| {
        let tape = Tape::new(Mode::Eval, 0);
        let logits = model.predict(&tape, &tokens(ids)).logits;
        slice(&logits.value().to_owned(), 1, 0..first)
    });
    assert_same("the past", &one, &two);
}
