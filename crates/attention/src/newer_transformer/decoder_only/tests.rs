use ndarray::array;
use rand::{SeedableRng, rngs::ChaCha8Rng};

use super::*;
use crate::newer_transformer::NetworkKind;
use crate::nn::{load, save};

fn rng(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

fn window() -> DecoderOnlyConfig {
    DecoderOnlyConfig {
        key_heads: 1,
        window: Some(2),
        first_keys: 1,
        ..DecoderOnlyConfig::new(8, 2)
    }
}

/// Each token is drawn from the logits of all that was read.
#[test]
fn a_window_generates_as_without_a_cache() {
    let model = DecoderOnly::new(&window(), 9, &mut rng(1)).unwrap();
    let sampling = Sampling::default();
    let text =
        model.generate(&[5], 12, &sampling, &mut rng(2)).unwrap();
    assert!(text.len() > 5, "{text:?} does not leave the window");
    let (mut read, mut rng) = (vec![BOS, 5], rng(2));
    for &token in &text {
        let tape = Tape::new(Mode::Eval, 0);
        let tokens =
            Tokens::new(Array1::from(read.clone()), 9).unwrap();
        let next = model.predict(&tape, &tokens.insert_axis(0));
        let last = next.logits.index(1, read.len() - 1).value();
        let drawn =
            sampling.choose(&last.iter().copied().collect(), &mut rng);
        assert_eq!(drawn, token);
        read.push(token);
    }
}

#[test]
fn a_file_restores_a_model() {
    let config = DecoderOnlyConfig {
        positions: Positions::Buckets {
            count: 4,
            distance: 8,
        },
        query_key_norm: true,
        network: NetworkKind::Relu,
        tied: false,
        ..window()
    };
    let [one, two] = [1, 2].map(|seed| {
        DecoderOnly::new(&config, 9, &mut rng(seed)).unwrap()
    });
    let path = tempfile::NamedTempFile::new().unwrap();
    save(&one, path.path()).unwrap();
    load(&two, path.path()).unwrap();
    let tokens = Tokens::new(array![[3, 4, 5]], 9).unwrap();
    let tape = Tape::new(Mode::Eval, 0);
    let [one, two] = [one, two]
        .map(|model| model.predict(&tape, &tokens).logits.value());
    assert_eq!(one, two);
}

#[test]
fn sizes_that_do_not_fit_are_refused() {
    let error = |config| {
        DecoderOnly::new(&config, 9, &mut rng(0))
            .unwrap_err()
            .to_string()
    };
    let config = DecoderOnlyConfig::new(8, 4);
    let three = DecoderOnlyConfig {
        key_heads: 3,
        ..config
    };
    assert_eq!(
        error(three),
        "4 heads are not divisible by 3 key heads"
    );
    let none = DecoderOnlyConfig {
        key_heads: 0,
        ..config
    };
    assert_eq!(error(none), "number of key heads must be at least 1");
}

#[test]
#[should_panic(expected = "needs other parameters")]
fn other_positions_with_a_table_are_refused() {
    let model = DecoderOnly::new(&window(), 9, &mut rng(0)).unwrap();
    let learned = Positions::Learned { len: 8 };
    let _ = model.with(DecoderOnlyConfig {
        positions: learned,
        ..window()
    });
}
