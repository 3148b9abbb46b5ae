//! A model without an encoder.

use attention::Real;
use attention::data::{BOS, EOS};
use attention::encoder_decoder::write_with;
use attention::newer_transformer::{
    DecoderOnly, DecoderOnlyCache, DecoderOnlyConfig, NetworkKind, Positions, alibi_slopes,
};
use attention::nn::{Tokens, load, save};
use attention::tape::{Mode, Tape};
use attention::transformer::{LanguageModel, Sampling};
use engine::testing::{assert_panics, rng};
use ndarray::{Array1, array};
use rand::rngs::ChaCha8Rng;

fn model(config: &DecoderOnlyConfig, seed: u64) -> DecoderOnly {
    DecoderOnly::new(config, 9, &mut rng(seed)).expect("the sizes fit")
}

fn window() -> DecoderOnlyConfig {
    DecoderOnlyConfig {
        key_heads: 1,
        window: Some(2),
        first_keys: 1,
        ..DecoderOnlyConfig::new(8, 2)
    }
}

/// Each token is drawn from the logits of all that was read. The end is never drawn, so the text
/// leaves the window.
#[test]
fn a_window_generates_as_without_a_cache() {
    let model = model(&window(), 1);
    let sampling = Sampling::default();
    let choose = |logits: &Array1<Real>, rng: &mut ChaCha8Rng| {
        let mut logits = logits.clone();
        logits[EOS] = Real::NEG_INFINITY;
        sampling.choose(&logits, rng)
    };
    let nothing = LanguageModel::no_sources(1);
    let mut drawing = rng(2);
    let texts = write_with(&model, &nothing, &[12], |logits| choose(logits, &mut drawing));
    let (mut read, mut rng) = (vec![BOS], rng(2));
    for &token in &texts[0].tokens {
        let tape = Tape::new(Mode::Eval, 0);
        let tokens = Tokens::new(Array1::from(read.clone()), 9).unwrap();
        let next = model.predict(&tape, &tokens.insert_axis(0));
        let last = next.logits.index(1, read.len() - 1).value();
        let last = last.iter().copied().collect();
        assert_eq!(choose(&last, &mut rng), token);
        read.push(token);
    }
    assert_eq!(read.len(), 13);
}

#[test]
fn a_file_restores_a_model() {
    let config = DecoderOnlyConfig {
        positions: Positions::Buckets { count: 4, distance: 8 },
        query_key_norm: true,
        network: NetworkKind::Relu,
        tied: false,
        ..window()
    };
    let [one, two] = [1, 2].map(|seed| model(&config, seed));
    let path = tempfile::NamedTempFile::new().unwrap();
    save(&one, path.path()).unwrap();
    load(&two, path.path()).unwrap();
    let tokens = Tokens::new(array![[3, 4, 5]], 9).unwrap();
    let tape = Tape::new(Mode::Eval, 0);
    let [one, two] = [one, two].map(|model| model.predict(&tape, &tokens).logits.value());
    assert_eq!(one, two);
}

#[test]
fn sizes_that_do_not_fit_are_refused() {
    let error = |config| DecoderOnly::new(&config, 9, &mut rng(0)).unwrap_err().to_string();
    let config = DecoderOnlyConfig::new(8, 4);
    for (key_heads, expected) in [
        (3, "4 heads are not divisible by 3 key heads"),
        (0, "number of key heads must be at least 1"),
    ] {
        assert_eq!(error(DecoderOnlyConfig { key_heads, ..config }), expected);
    }
    for (hidden, expected) in [
        (0, "hidden size must be at least 1"),
        (14, "hidden size 14 is not divisible by 4 heads"),
        (12, "hidden size 12 leaves an odd number of columns"),
    ] {
        let refused = error(DecoderOnlyConfig { hidden, ..config });
        assert!(refused.contains(expected), "{refused}");
    }
    let cap = Some(0.0);
    assert_eq!(
        error(DecoderOnlyConfig { score_cap: cap, ..config }),
        "score cap 0 is not finite and positive"
    );
    let buckets = |count, distance| Positions::Buckets { count, distance };
    for (positions, expected) in [
        (buckets(0, 8), "0 buckets of offsets up to 8"),
        (buckets(3, 8), "3 buckets of offsets up to 8"),
        (buckets(8, 4), "8 buckets of offsets up to 4"),
        (Positions::Learned { len: 0 }, "number of positions must be at least 1"),
    ] {
        let refused = error(DecoderOnlyConfig { positions, ..config });
        assert!(refused.contains(expected), "{refused}");
    }
    let alone = DecoderOnlyConfig { network: NetworkKind::None, inner: 0, ..config };
    assert!(DecoderOnly::new(&alone, 9, &mut rng(0)).is_ok());
}

/// The learned vectors are drawn last, so that the other parameters are the same as in a model
/// without positions.
#[test]
fn other_positions_drop_learned_vectors() {
    let with = |positions| DecoderOnlyConfig { positions, ..window() };
    let learned = model(&with(Positions::Learned { len: 8 }), 1);
    let none = with(Positions::None);
    let tokens = Tokens::new(array![[3, 4, 5]], 9).unwrap();
    let tape = Tape::new(Mode::Eval, 0);
    let logits = |model: &DecoderOnly| model.predict(&tape, &tokens).logits.value();
    assert_eq!(logits(&learned.with(none)), logits(&model(&none, 1)));
    assert_ne!(logits(&learned), logits(&model(&none, 1)));
}

/// With queries of 0, the offsets alone count, and each key weighs more than the one before it.
#[test]
fn near_tokens_weigh_more_with_slopes() {
    let config = DecoderOnlyConfig { positions: Positions::Alibi, ..DecoderOnlyConfig::new(8, 2) };
    let (model, tape) = (model(&config, 0), Tape::new(Mode::Eval, 0));
    model.blocks[0].attention.query.weight.update(|weight| weight.fill(0.0));
    let tokens = Tokens::new(array![[3, 4, 5]], 9).unwrap();
    let weights = model.predict(&tape, &tokens).weights[0].value();
    for (head, slope) in alibi_slopes(2).into_iter().enumerate() {
        let ratio = weights[[0, head, 2, 2]] / weights[[0, head, 2, 1]];
        assert!((ratio - slope.exp()).abs() < 1e-5, "{ratio} in head {head}");
    }
}

#[test]
fn misuse_is_refused() {
    let (model, tape) = (model(&window(), 0), Tape::new(Mode::Eval, 0));
    let mut cache = DecoderOnlyCache::default();
    let mut read = |tokens| {
        model.predict_cached(&tape, &Tokens::new(tokens, 9).unwrap(), &mut cache);
    };
    read(array![[3]]);
    assert_panics("DecoderOnly: 2 texts, and a cache of 1", || read(array![[3], [4]]));
    let learned = DecoderOnlyConfig { positions: Positions::Learned { len: 8 }, ..window() };
    assert_panics("DecoderOnly::with: ", || drop(model.with(learned)));
}
