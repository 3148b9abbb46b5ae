//! Probabilities from logits, and tokens from probabilities.

use attention::Real;
use attention::array::assert_close;
use attention::nn::ConfigError;
use attention::transformer::Sampling;
use engine::testing::{random, rng};
use ndarray::{Array1, array};

pub(super) fn at(temperature: Real) -> Sampling {
    Sampling::new(temperature).expect("above 0")
}

pub(super) fn top_k(k: usize) -> Sampling {
    at(1.0).top_k(k).expect("above 0")
}

pub(super) fn top_p(p: Real) -> Sampling {
    at(1.0).top_p(p).expect("a probability")
}

/// Returns sixteenths, whose sums are exact.
fn sixteenths() -> (Array1<Real>, Array1<Real>) {
    let shares = array![4.0, 1.0, 8.0, 1.0, 2.0] / 16.0;
    (shares.ln(), shares)
}

fn kept(sampling: Sampling, logits: &Array1<Real>) -> Vec<usize> {
    let probabilities = sampling.probabilities(logits);
    let sum: f64 = probabilities.iter().map(|&share| share as f64).sum();
    assert!((sum - 1.0).abs() < 1e-6, "{probabilities}");
    assert!(probabilities.iter().all(|&share| share >= 0.0));
    let kept = probabilities.indexed_iter().filter(|(_, share)| **share > 0.0);
    kept.map(|(token, _)| token).collect()
}

#[test]
fn probabilities_sum_to_1() {
    for seed in 0..20 {
        let logits = random(30, seed) * 4.0;
        for temperature in [1e-3, 0.3, 1.0, 2.5, 1e4] {
            let all = at(temperature);
            for sampling in [all, all.top_k(3).unwrap(), all.top_p(0.7).unwrap()] {
                assert!(!kept(sampling, &logits).is_empty());
            }
        }
    }
}

#[test]
fn a_temperature_of_1_changes_nothing() {
    let (logits, shares) = sixteenths();
    assert_close(&at(1.0).probabilities(&logits), &shares, 1e-6);
    let doubled = shares.mapv(|share| share * share);
    let expected = &doubled / doubled.sum();
    assert_close(&at(0.5).probabilities(&logits), &expected, 1e-6);
}

#[test]
fn cold_is_greedy_and_hot_is_uniform() {
    let logits = array![800.0, -3.0, 801.0, 0.0];
    for temperature in [1e-2, 1e-20, Real::MIN_POSITIVE] {
        let probabilities = at(temperature).probabilities(&logits);
        assert_close(&probabilities, &array![0.0, 0.0, 1.0, 0.0], 1e-40);
    }
    for temperature in [1e12, Real::MAX] {
        let probabilities = at(temperature).probabilities(&logits);
        assert_close(&probabilities, &Array1::from_elem(4, 0.25), 1e-6);
    }
}

#[test]
fn the_k_most_likely_are_kept() {
    let (logits, shares) = sixteenths();
    for (k, expected) in [
        (1, vec![2]),
        (2, vec![0, 2]),
        (3, vec![0, 2, 4]),
        (4, vec![0, 1, 2, 4]), // the first of two equal ones
        (5, vec![0, 1, 2, 3, 4]),
        (6, vec![0, 1, 2, 3, 4]),
        (usize::MAX, vec![0, 1, 2, 3, 4]),
    ] {
        assert_eq!(kept(top_k(k), &logits), expected, "{k}");
    }
    let expected = array![4.0, 0.0, 8.0, 0.0, 2.0] / 14.0;
    assert_close(&top_k(3).probabilities(&logits), &expected, 1e-6);
    assert_close(&top_k(9).probabilities(&logits), &shares, 1e-6);
    let equal = Array1::zeros(6);
    assert_eq!(kept(top_k(2), &equal), [0, 1]);
}

/// The last token that is needed is also kept.
#[test]
fn the_fewest_that_have_p_are_kept() {
    let (logits, _) = sixteenths();
    for (p, expected) in [
        (Real::MIN_POSITIVE, vec![2]),
        (0.49, vec![2]),
        (0.51, vec![0, 2]),
        (0.74, vec![0, 2]),
        (0.76, vec![0, 2, 4]),
        (0.88, vec![0, 1, 2, 4]),
        (0.95, vec![0, 1, 2, 3, 4]),
        (1.0, vec![0, 1, 2, 3, 4]),
    ] {
        assert_eq!(kept(top_p(p), &logits), expected, "{p}");
    }
    let expected = array![1.0, 0.0, 2.0, 0.0, 0.0] / 3.0;
    assert_close(&top_p(0.6).probabilities(&logits), &expected, 1e-6);
    // An equal share of each: exactly half of them have exactly half.
    let equal = Array1::zeros(4);
    assert_eq!(kept(top_p(0.5), &equal), [0, 1]);
}

/// Neither p nor the shares are floating-point numbers, so their sums miss p by rounding.
#[test]
fn rounding_keeps_no_token_too_many() {
    for vocab in [3, 7, 10, 49, 100, 1000] {
        let equal = Array1::zeros(vocab);
        for count in 1..vocab {
            let p = count as Real / vocab as Real;
            assert_eq!(kept(top_p(p), &equal).len(), count, "{vocab}");
        }
    }
    // Shares of 1 to 20 in 210, the most likely of which come last.
    let shares = Array1::from_iter((1..=20).map(|i| i as Real));
    let mut sum = 0.0;
    for (count, share) in (1..20).zip(shares.iter().rev()) {
        sum += share;
        for shift in [0.0, 2.0, -5.0] {
            let kept = kept(top_p(sum / 210.0), &(shares.ln() + shift));
            assert_eq!(kept.len(), count, "{shift}");
        }
    }
}

/// They are equal, and `greedy` also chooses the first.
#[test]
fn a_negative_zero_is_no_less_likely() {
    for logits in [array![-0.0, 0.0], array![0.0, -0.0]] {
        assert_eq!(kept(top_k(1), &logits), [0]);
        assert_eq!(top_k(1).choose(&logits, &mut rng(0)), 0);
    }
}

/// Shares of the most likely are counted before the cut to k, so p is not reached sooner by k.
#[test]
fn both_cuts_must_allow_a_token() {
    let (logits, _) = sixteenths();
    for (k, p, expected) in [
        (1, 0.9, vec![2]),
        (3, 0.6, vec![0, 2]),
        (2, 0.76, vec![0, 2]),
        (3, 0.76, vec![0, 2, 4]),
        (2, 0.74, vec![0, 2]),
    ] {
        let one = top_k(k).top_p(p).unwrap();
        assert_eq!(one, top_p(p).top_k(k).unwrap());
        assert_eq!(kept(one, &logits), expected, "{k} and {p}");
    }
    // With 12 of 14 sixteenths, two tokens of three would have 0.8 if they were counted after the
    // cut.
    assert_eq!(kept(top_k(3).top_p(0.8).unwrap(), &logits), [0, 2, 4]);
}

/// The sum of many equal shares is rounded: it must not reach 1 before the last of them.
#[test]
fn all_tokens_of_a_large_vocabulary_can_be_drawn() {
    for vocab in [3_000, 50_000, 77_777] {
        assert_eq!(kept(at(1.0), &Array1::zeros(vocab)).len(), vocab);
    }
}

#[test]
fn a_logit_of_minus_infinity_is_never_drawn() {
    let never = Real::NEG_INFINITY;
    let logits = array![never, 0.0, never, 1.0, never];
    for sampling in [at(1.0), at(1e-9), at(Real::MAX), top_k(4), top_p(1.0)] {
        let kept = kept(sampling, &logits);
        assert!(kept.iter().all(|token| [1, 3].contains(token)), "{kept:?}");
        for seed in 0..200 {
            assert!(kept.contains(&sampling.choose(&logits, &mut rng(seed))));
        }
    }
}

#[test]
fn invalid_logits_panic() {
    for logits in [
        array![],
        array![0.0, Real::NAN],
        array![Real::NEG_INFINITY, Real::NEG_INFINITY],
        array![0.0, Real::INFINITY],
    ] {
        let text = format!("{logits}");
        let panic = std::panic::catch_unwind(|| at(1.0).probabilities(&logits));
        assert!(panic.is_err(), "{text}");
        let panic = std::panic::catch_unwind(|| at(1.0).choose(&logits, &mut rng(0)));
        assert!(panic.is_err(), "{text}");
    }
}

#[test]
fn settings_that_mean_nothing_are_errors() {
    for temperature in [0.0, -1.0, Real::NAN, Real::INFINITY] {
        let error = Sampling::new(temperature).unwrap_err();
        assert!(matches!(error, ConfigError::Temperature(_)), "{error}");
    }
    assert_eq!(at(1.0).top_k(0), Err(ConfigError::Zero("number of tokens to choose from")));
    for p in [0.0, -0.5, 1.000_001, Real::NAN, Real::INFINITY] {
        let error = at(1.0).top_p(p).unwrap_err();
        assert!(matches!(error, ConfigError::TopP(_)), "{error}");
    }
    let error = at(1.0).top_p(2.0).unwrap_err().to_string();
    let expected = "top-p probability 2 is not in (0, 1]";
    assert_eq!(error, expected);
}
