//! Sampling of tokens from probabilities.

use attention::Real;
use engine::testing::rng;
use ndarray::{Array1, array};

use super::sampling::{at, top_p};

/// In 20,000 draws, each frequency is within four standard deviations of its probability.
#[test]
fn tokens_are_drawn_as_often_as_they_are_likely() {
    let logits = array![1.0, -1.0, 0.0, Real::NEG_INFINITY, 2.0, -4.0, 0.5];
    let draws = 20_000;
    let cut = at(2.0).top_k(5).unwrap().top_p(0.95).unwrap();
    for (seed, sampling) in [(0, at(1.0)), (1, at(0.5)), (2, cut), (3, top_p(0.8))] {
        let (mut rng, mut counts) = (rng(seed), [0; 7]);
        for _ in 0..draws {
            counts[sampling.choose(&logits, &mut rng)] += 1;
        }
        let probabilities = sampling.probabilities(&logits);
        for (&count, &p) in counts.iter().zip(&probabilities) {
            let p = p as f64;
            let expected = draws as f64 * p;
            let deviation = (expected * (1.0 - p)).sqrt();
            let off = (count as f64 - expected).abs();
            assert!(off <= 4.0 * deviation, "{counts:?} of {probabilities}");
        }
    }
}

/// A generator that always returns the same bits.
struct Always(u64);

impl rand::TryRng for Always {
    type Error = std::convert::Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
        Ok((self.0 >> 32) as u32)
    }

    fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
        Ok(self.0)
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Self::Error> {
        bytes.fill(self.0 as u8);
        Ok(())
    }
}

/// The least and the largest number that can be drawn choose the first and the last token that may
/// be.
#[test]
fn the_first_and_the_last_token_are_within_reach() {
    let never = Real::NEG_INFINITY;
    for (logits, first, last) in [
        (Array1::zeros(7), 0, 6),
        (array![0.5, 1.0, -1.0, 0.3], 0, 3),
        (array![never, 1.0, -1.0, 0.3, never], 1, 3),
        (array![0.0], 0, 0),
    ] {
        for temperature in [0.3, 1.0, 7.0] {
            let sampling = at(temperature);
            assert_eq!(sampling.choose(&logits, &mut Always(0)), first);
            assert_eq!(sampling.choose(&logits, &mut Always(u64::MAX)), last);
        }
    }
}

/// Shares are rounded, so their sum may stay below the largest number that can be drawn. The
/// remainder does not go to a token that cannot be drawn.
#[test]
fn the_remainder_of_rounding_goes_to_a_token_that_may_be_drawn() {
    for count in 1..300 {
        let mut logits = Array1::zeros(count + 5);
        for token in count..count + 5 {
            logits[token] = Real::NEG_INFINITY;
        }
        let token = at(1.0).choose(&logits, &mut Always(u64::MAX));
        assert!(token < count, "{token} of {count}");
    }
}
