//! BLEU: how much of a translation stands in translations that are right.
//!
//! An n-gram is n tokens that follow each other. The precision of length n is the share of the n-grams
//! of a candidate that its references have, where an n-gram counts at most as often as in the
//! reference that has it most often. BLEU is the geometric mean of the precisions of lengths 1 to 4,
//! times a penalty for candidates that are shorter than their references.
//!
//! | to do this | use |
//! |---|---|
//! | score all translations of a corpus together | [`corpus_bleu`] |
//! | score one sentence | [`sentence_bleu`] |
//! | compare with numbers of *Dive into Deep Learning* | [`halving_bleu`] |
//! | score short sentences by their characters | [`chrf`](fn@chrf) |
//!
//! # Source
//!
//! Papineni, Roukos, Ward, Zhu (2002), *BLEU: a method for automatic evaluation of machine
//! translation*, Section 2.

mod chrf;

use std::collections::HashMap;
use std::hash::Hash;

pub use chrf::chrf;

/// The longest n-grams that BLEU counts, unless somebody says otherwise.
pub const MAX_ORDER: usize = 4;

/// A candidate and its references.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged<T> {
    /// What is judged.
    pub candidate: Vec<T>,
    /// All translations that are right; at least one.
    pub references: Vec<Vec<T>>,
}

/// BLEU of all candidates together, from 0 to 1.
///
/// The counts are added over the sentences before anything is divided, so a short sentence without
/// 4-grams costs nothing and earns nothing. Lengths that no candidate reaches are left out. It is 0 if
/// no n-gram of one of the other lengths is right, or if all candidates are empty.
///
/// # Panics
///
/// If a candidate has no references, or if the order is 0.
///
/// # Source
///
/// Papineni et al. (2002), Section 2.
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
    assert!(max_order > 0, "corpus_bleu: the order is 0");
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

/// BLEU of one candidate, from 0 to 1.
///
/// A candidate of fewer tokens than the order has no n-grams that long; the longest that it can have
/// is as far as the score goes. An empty candidate scores 0.
///
/// # Panics
///
/// If there are no references, or if the order is 0.
///
/// # Source
///
/// Papineni et al. (2002) define BLEU for a corpus. For one sentence it is harsh: 0 whenever no 4-gram
/// is right.
///
/// # Example
///
/// ```
/// use attention::encoder_decoder::bleu::{Judged, sentence_bleu};
///
/// let judged = |candidate: &str| Judged {
///     candidate: candidate.chars().collect(),
///     references: vec!["ABCDEF".chars().collect()],
/// };
/// assert_eq!(sentence_bleu(&judged("ABCDEF"), 4), 1.0);
/// assert!((sentence_bleu(&judged("AB"), 4) - 0.1353).abs() < 1e-4); // exp(1 - 6 / 2)
/// assert_eq!(sentence_bleu(&judged(""), 4), 0.0);
/// ```
#[track_caller]
pub fn sentence_bleu<T: Eq + Hash>(
    judged: &Judged<T>,
    max_order: usize,
) -> f64 {
    corpus_bleu(std::slice::from_ref(judged), max_order)
}

/// A score of one candidate with one reference in which the logarithm of the precision of length n has
/// the weight 1 / 2ⁿ, as *Dive into Deep Learning* computes it.
///
/// The weights do not sum to 1, so the numbers are not those of BLEU.
///
/// # Panics
///
/// If the order is 0.
///
/// # Source
///
/// Zhang, Lipton, Li, Smola (2023), *Dive into Deep Learning*, Section 10.7.
///
/// # Example
///
/// ```
/// use attention::encoder_decoder::bleu::halving_bleu;
///
/// let score = halving_bleu(&["il", "est", "bon", "."], &["il", "est", "calme", "."], 2);
/// assert!((score - 0.658).abs() < 1e-3);
/// ```
#[track_caller]
pub fn halving_bleu<T: Eq + Hash + Clone>(
    candidate: &[T],
    reference: &[T],
    max_order: usize,
) -> f64 {
    assert!(max_order > 0, "halving_bleu: the order is 0");
    let judged = Judged {
        candidate: candidate.to_vec(),
        references: vec![reference.to_vec()],
    };
    let orders = 1..=max_order.min(candidate.len());
    if orders.is_empty() {
        return 0.0;
    }
    let precisions = orders.map(|order| {
        let (right, all) = matches(&judged, order);
        (right as f64 / all as f64).powf(0.5_f64.powi(order as i32))
    });
    brevity_penalty(candidate.len(), reference.len())
        * precisions.product::<f64>()
}

/// How many n-grams of a candidate are right, and how many it has.
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

/// How often each n-gram stands in a sentence.
// ANCHOR: counts
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
// ANCHOR_END: counts

/// The length of the reference that is as long as the candidate, or nearly; of two the shorter.
fn closest_len<T>(judged: &Judged<T>) -> usize {
    let candidate = judged.candidate.len();
    let lens = judged.references.iter().map(Vec::len);
    let closest =
        lens.min_by_key(|&len| (len.abs_diff(candidate), len));
    closest.unwrap_or(0)
}

/// 1 unless the candidates are too short.
fn brevity_penalty(candidates: usize, references: usize) -> f64 {
    if candidates == 0 {
        return 0.0;
    }
    (1.0 - references as f64 / candidates as f64).min(0.0).exp()
}

#[cfg(test)]
mod tests;
