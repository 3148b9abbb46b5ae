//! Newer Transformers with random options.

use attention::newer_transformer::{
    DecoderOnly, DecoderOnlyCache, DecoderOnlyConfig, NetworkKind, NormKind, Positions, Scaling,
};
use attention::nn::{Module, Pairing, Tokens};
use attention::tape::{Mode, Tape};
use ndarray::{Array2, Axis, Slice};
use rand::RngExt;

use super::{Case, ROUNDING, assert_same, property, slice};
use crate::proof::{Proof, assert_close};

const MODEL: &str = "newer_transformer::DecoderOnly";
const PAIRINGS: [Pairing; 2] = [Pairing::Interleaved, Pairing::HalfSplit];

pub(super) fn proofs() -> Vec<Proof> {
    vec![
        property(MODEL, "a_cache_changes_nothing_to_rounding", cached_is_full),
        property(MODEL, "the_future_changes_nothing", the_future_changes_nothing),
    ]
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
        3 => Positions::Buckets { count: 4, distance: 9 },
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
        norm: if yes(54) { NormKind::Rms } else { NormKind::Layer },
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
    let tokens = Array2::from_shape_simple_fn((2, steps), || rng.random_range(0..VOCAB));
    (model, tokens)
}

fn tokens(ids: Array2<usize>) -> Tokens {
    Tokens::new(ids, VOCAB).expect("all are below 5")
}

fn cached_is_full(case: Case) {
    let (model, ids) = model(&case);
    let tape = Tape::new(Mode::Eval, 0);
    let full = model.predict(&tape, &tokens(ids.clone())).logits.value();
    let (mut cache, mut first, mut rng) = (DecoderOnlyCache::default(), 0, case.rng(64));
    while first < ids.ncols() {
        let end = (first + rng.random_range(1..5)).min(ids.ncols());
        let part = ids.slice_axis(Axis(1), Slice::from(first..end)).to_owned();
        let tape = Tape::new(Mode::Eval, 0);
        let logits = model.predict_cached(&tape, &tokens(part), &mut cache).logits;
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
