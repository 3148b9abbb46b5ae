//! The contents of a cache after tokens are forgotten or quantized, and of latent vectors.

use attention::Real;
use attention::array::assert_close;
use attention::price_of_a_token::{
    CacheSize, CachedVectors, LatentHead, NextToken, PUBLISHED, WithCache, quantize,
};
use attention::transformer::{Config, LanguageModel, Sampling};
use engine::testing::{assert_panics, random, rng};
use ndarray::{Axis, array};

#[test]
fn forgotten_tokens_leave_no_trace() {
    let model = LanguageModel::new(&Config::new(8, 2), 10, &mut rng(0)).expect("2 divides 8");
    let mut twice = WithCache::new(&model, Sampling::default());
    twice.read(&[2, 7, 9, 9, 9]);
    twice.truncate(2);
    assert_eq!(twice.position(), 2);
    let mut once = WithCache::new(&model, Sampling::default());
    once.read(&[2, 7]);
    assert_close(&twice.read(&[5, 4]), &once.read(&[5, 4]), 1e-6);
}

#[test]
fn published_caches() {
    let kib_per_token = |name: &str| {
        let (_, size) = PUBLISHED.iter().find(|(other, _)| *other == name)?;
        Some((size.bytes(1_000_001) - size.bytes(1_000_000)) / 1024)
    };
    let expected = [
        ("GPT-3 175B", 4608),
        ("Llama-2-7B", 512),
        ("Llama-3.1-8B", 128),
        ("Llama-3.1-70B", 320),
        ("Llama-3.1-405B", 504),
        ("Falcon-7B", 8),
        ("Gemma-3-27B", 80),
        ("gpt-oss-120b", 36),
        ("DeepSeek-V3", 68),
    ];
    for (name, kib) in expected {
        assert_eq!(kib_per_token(name), Some(kib), "{name}");
    }
}

#[test]
fn a_window_keeps_short_texts_whole() {
    let kept = CachedVectors::KeysAndValues { key_heads: 2, dim: 3 };
    let size = CacheSize::new(4, kept).windowed(3, 10);
    assert_eq!(size.bytes(10), 4 * 10 * 12 * 2);
    assert_eq!(size.bytes(11), (4 * 10 + 1) * 12 * 2);
}

#[test]
fn misuse_is_refused() {
    assert_panics("CacheSize: more layers with a window than layers", || {
        let kept = CachedVectors::Latent { latent: 2, rotated: 1 };
        let _ = CacheSize::new(4, kept).windowed(5, 10);
    });
    assert_panics("quantize: bits 1: expected 2 to 16", || {
        quantize(&array![0.5], Axis(0), 1);
    });
}

#[test]
fn absorbed_projections_equal_expanded_ones() {
    let head = LatentHead { key: random((6, 4), 0), value: random((6, 3), 1) };
    let (queries, latents) = (random((2, 4), 2), random((7, 6), 3));
    let expanded = head.expanded(&queries, &latents);
    assert_close(&head.absorbed(&queries, &latents), &expanded, 1e-5);
}

/// The scale of the first is smaller than any number above 0, and the largest integer times the
/// scale of the last may be infinite.
#[test]
fn the_smallest_and_the_largest_numbers_are_kept() {
    let tiny = Real::MIN_POSITIVE * Real::EPSILON; // below it is 0
    for most in [tiny, 5.0 * tiny, Real::MIN_POSITIVE, 1.0, Real::MAX] {
        for bits in 2..=16 {
            let numbers = array![[most, 0.0, -most, most / 2.0]];
            let rounded = quantize(&numbers, Axis(1), bits);
            let [a, b, c, d] = [0, 1, 2, 3].map(|i| rounded[[0, i]]);
            assert_eq!([a, b, c], [most, 0.0, -most], "{bits} bits");
            assert!((0.0..=most).contains(&d), "{bits} bits: {d}");
            let levels = ((1 << (bits - 1)) - 1) as Real;
            let level = d / most * levels;
            let off = (level - level.round()).abs();
            assert!(most < 1e-30 || off < 0.01, "{bits} bits: {level}");
        }
    }
}

#[test]
fn a_large_number_costs_its_row_or_its_column() {
    let numbers = array![[0.9, -0.3, 0.1, 8.0], [0.3, 0.2, 0.1, 4.0]];
    let by_token = quantize(&numbers, Axis(1), 4);
    let expected = array![[8.0 / 7.0, 0.0, 0.0, 8.0], [4.0 / 7.0, 0.0, 0.0, 4.0]];
    assert_close(&by_token, &expected, 1e-5);
    let by_column = quantize(&numbers, Axis(0), 4);
    assert_close(&by_column, &numbers, 0.6); // half of the largest step
    let small = by_column.select(Axis(1), &[0, 1, 2]);
    assert_close(&small, &numbers.select(Axis(1), &[0, 1, 2]), 0.065);
}
