//! BLEU, a score of translations against correct ones.
//!
//! An n-gram is a sequence of n consecutive tokens. The precision of order n is the fraction of the
//! n-grams of a candidate that also occur in its references, where each n-gram counts at most as
//! often as in the reference with the most. BLEU is the geometric mean of the precisions of orders
//! 1 to 4, times a penalty for candidates that are shorter than their references.
//!
//! | task | item |
//! |---|---|
//! | score all translations of a corpus together | [`corpus_bleu`] |
//! | score one sentence | [`sentence_bleu`] |
//! | score short sentences by their characters | [`chrf`](fn@chrf) |
//! | report scores that papers can be compared with | [`CorpusScores`] |
//!
//! # Source
//!
//! Papineni, Roukos, Ward, and Zhu (2002), *BLEU: a method for automatic evaluation of machine
//! translation*, Section 2.

mod chrf;
mod scores;
mod tokenization_13a;

use std::collections::HashMap;
use std::hash::Hash;

pub use chrf::chrf;
pub use scores::{CorpusScores, SentenceCounts};
pub use tokenization_13a::tokenize_13a;

/// The usual maximum order.
pub const MAX_ORDER: usize = 4;

/// A candidate and its references.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged<T> {
    /// The translation to score.
    pub candidate: Vec<T>,
    /// All correct translations, at least one.
    pub references: Vec<Vec<T>>,
}

/// Returns the BLEU of all candidates together, from 0 to 1.
///
/// Counts are added over the sentences before any division, so a short sentence without 4-grams
/// does not change the 4-gram precision. Orders that no candidate reaches are left out. The result
/// is 0 if the precision of another order is 0, or if all candidates are empty.
///
/// # Panics
///
/// If a candidate has no references, or if the order is 0.
///
/// # Example
///
/// ```
/// use attention::encoder_decoder::bleu::{Judged, corpus_bleu};
///
/// let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
/// let judged = |candidate, reference| Judged {
///     candidate: words(candidate),
///     references: vec![words(reference)],
/// };
/// let right = judged("le chat voit le chien .", "le chat voit le chien .");
/// assert_eq!(corpus_bleu(&[right.clone()], 4), 1.0);
/// let wrong = judged("le chat voit la chien .", "le chat voit le chien .");
/// assert!((corpus_bleu(&[right, wrong], 4) - 0.692).abs() < 1e-3);
/// ```
// ANCHOR: corpus_bleu
#[track_caller]
pub fn corpus_bleu<T: Eq + Hash>(
    corpus: &[Judged<T>],
    max_order: usize,
) -> f64 {
    assert!(max_order > 0, "corpus_bleu: order must be at least 1");
    let lens = corpus.iter().map(|judged| judged.candidate.len());
    let longest = lens.max().unwrap_or(0).min(max_order);
    let mut log_precisions = 0.0;
    for order in 1..=longest {
        let counts = corpus.iter().map(|judged| matches(judged, order));
        let (right, all) =
            counts.fold((0, 0), |sum, of| (sum.0 + of.0, sum.1 + of.1));
        if right == 0 {
            return 0.0;
        }
        log_precisions +=
            (right as f64 / all as f64).ln() / longest as f64;
    }
    let candidates: usize =
        corpus.iter().map(|judged| judged.candidate.len()).sum();
    let references: usize = corpus.iter().map(closest_len).sum();
    brevity_penalty(candidates, references) * log_precisions.exp()
}
// ANCHOR_END: corpus_bleu

/// Returns the BLEU of one candidate, from 0 to 1.
///
/// A candidate with fewer tokens than the order is scored up to the longest n-grams that it has.
/// The result is 0 for an empty candidate.
///
/// # Panics
///
/// If there are no references, or if the order is 0.
///
/// # Source
///
/// Papineni et al. (2002) define BLEU for a corpus. For one sentence it is strict: 0 if no 4-gram
/// is correct.
#[track_caller]
pub fn sentence_bleu<T: Eq + Hash>(
    judged: &Judged<T>,
    max_order: usize,
) -> f64 {
    corpus_bleu(std::slice::from_ref(judged), max_order)
}

/// Returns how many n-grams of a candidate are correct, and how many it has.
// ANCHOR: clipped
#[track_caller]
fn matches<T: Eq + Hash>(
    judged: &Judged<T>,
    order: usize,
) -> (usize, usize) {
    assert!(
        !judged.references.is_empty(),
        "bleu: there are no references"
    );
    let references: Vec<_> = judged
        .references
        .iter()
        .map(|reference| counts(reference, order))
        .collect();
    let candidate = counts(&judged.candidate, order);
    let right = candidate.iter().map(|(n_gram, &count)| {
        let in_each =
            references.iter().filter_map(|counts| counts.get(n_gram));
        count.min(in_each.copied().max().unwrap_or(0))
    });
    (right.sum(), candidate.values().sum())
}
// ANCHOR_END: clipped

/// Returns how often each n-gram occurs in a sentence.
fn counts<T: Eq + Hash>(
    sentence: &[T],
    order: usize,
) -> HashMap<&[T], usize> {
    let mut counts = HashMap::new();
    for n_gram in sentence.windows(order) {
        *counts.entry(n_gram).or_default() += 1;
    }
    counts
}

/// Returns the length of the reference closest to the candidate, the shorter one of two.
fn closest_len<T>(judged: &Judged<T>) -> usize {
    let candidate = judged.candidate.len();
    let lens = judged.references.iter().map(Vec::len);
    let closest =
        lens.min_by_key(|&len| (len.abs_diff(candidate), len));
    closest.unwrap_or(0)
}

/// Returns 1 unless the candidates are too short.
fn brevity_penalty(candidates: usize, references: usize) -> f64 {
    if candidates == 0 {
        return 0.0;
    }
    (1.0 - references as f64 / candidates as f64).min(0.0).exp()
}
