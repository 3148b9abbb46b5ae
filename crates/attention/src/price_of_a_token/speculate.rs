//! Guessing and checking: several tokens from one call of a large model.

use ndarray::{Array1, Array2, ArrayView1};
use rand::{Rng, RngExt};

use super::NextToken;
use crate::Real;
use crate::data::{BOS, EOS};

/// Returns the token that replaces a guess, or `None` if the guess is accepted.
///
/// If the guess was drawn from `draft`, the accepted or replaced token is distributed as `target`.
///
/// # Source
///
/// Leviathan, Kalman, Matias (2023), *Fast inference from Transformers via speculative decoding*;
/// Chen et al. (2023), *Accelerating large language model decoding with speculative sampling*.
// ANCHOR: replacement
pub fn replacement(
    guess: usize,
    target: ArrayView1<'_, Real>, // p: [vocab]
    draft: ArrayView1<'_, Real>,  // q: [vocab]
    rng: &mut dyn Rng,
) -> Option<usize> {
    if rng.random::<Real>() * draft[guess] < target[guess] {
        return None; // with probability min(1, p / q)
    }
    let residual = (&target - &draft).mapv(|gap| gap.max(0.0));
    let rest = match residual.sum() {
        0.0 => target, // the draft differs only by rounding
        _ => residual.view(),
    };
    Some(draw(rest, rng))
}

/// Draws a token with a probability proportional to its weight.
fn draw(weights: ArrayView1<'_, Real>, rng: &mut dyn Rng) -> usize {
    let mut left = rng.random::<Real>() * weights.sum();
    let mut last = 0; // absorbs rounding
    for (token, &weight) in weights.indexed_iter() {
        if weight > 0.0 {
            last = token;
            left -= weight;
        }
        if left < 0.0 {
            break;
        }
    }
    last
}
// ANCHOR_END: replacement

/// Returns the number of accepted guesses, and the token after them.
// ANCHOR: check
fn check(
    guesses: &[usize],
    p: &Array2<Real>,   // [guesses + 1, vocab]
    q: &[Array1<Real>], // for each guess: [vocab]
    rng: &mut dyn Rng,
) -> (usize, usize) {
    for (i, &guess) in guesses.iter().enumerate() {
        let (p, q) = (p.row(i), q[i].view());
        if let Some(token) = replacement(guess, p, q, rng) {
            return (i, token);
        }
    }
    (guesses.len(), draw(p.row(guesses.len()), rng))
}
// ANCHOR_END: check

/// A text written by [`speculate`], and its cost.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Speculated {
    /// The text, which ends with [`EOS`] unless it is cut.
    pub tokens: Vec<usize>,
    /// The number of calls of the target model.
    pub calls: usize,
    /// The number of guesses that were checked.
    pub checked: usize,
    /// The number of guesses that were accepted.
    pub accepted: usize,
}

/// Writes a text as the target model would, with fewer of its calls.
///
/// In each round, `draft` guesses up to `guesses` tokens, and one call of `target` checks them all.
/// Both models have read nothing before, and neither reads more than `max_tokens` tokens.
///
/// # Example
///
/// A draft that equals its target is never wrong:
///
/// ```
/// use attention::price_of_a_token::{Bigrams, speculate};
/// use rand::{SeedableRng, rngs::ChaCha8Rng};
///
/// let target = Bigrams::counted(&[vec![2, 4, 5, 4, 4, 3], vec![2, 5, 5, 4, 3]], 6);
/// let rng = &mut ChaCha8Rng::seed_from_u64(0);
/// let text = speculate(&mut target.clone(), &mut target.clone(), 4, 30, rng);
/// assert_eq!(text.accepted, text.checked);
/// ```
// ANCHOR: speculate
#[track_caller]
pub fn speculate(
    target: &mut impl NextToken,
    draft: &mut impl NextToken,
    guesses: usize,
    max_tokens: usize,
    rng: &mut dyn Rng,
) -> Speculated {
    let [p, q] = [target.vocab(), draft.vocab()];
    assert!(p == q, "speculate: vocabularies of {p} and {q} tokens");
    let (mut text, mut done) = (vec![BOS], Speculated::default());
    while text.len() <= max_tokens && text.last() != Some(&EOS) {
        let (known, mut q) = (text.len(), Vec::new());
        // The call below writes one more token.
        let guesses = guesses.min(max_tokens - known);
        while q.len() < guesses && text.last() != Some(&EOS) {
            let rows = draft.read(&text[draft.position()..]);
            let row = rows.row(rows.nrows() - 1).to_owned();
            text.push(draw(row.view(), rng));
            q.push(row);
        }
        // [guesses + 1, vocab], from one call
        let p = target.read(&text[target.position()..]);
        let (accepted, next) = check(&text[known..], &p, &q, rng);
        done.calls += 1;
        done.checked += q.len().min(accepted + 1);
        done.accepted += accepted;
        text.truncate(known + accepted);
        target.truncate(text.len());
        draft.truncate(text.len());
        if text.last() != Some(&EOS) {
            text.push(next);
        }
    }
    done.tokens = text.split_off(1); // without BOS
    done
}
// ANCHOR_END: speculate
