//! chrF, a score of the characters of translations against correct ones.

use super::tokenization_13a::is_space;
use super::{Judged, counts};

/// The largest order of character n-grams, and the weight of recall relative to precision.
const ORDERS: usize = 6;
const BETA: f64 = 2.0;

/// Returns the chrF2 of all candidates together, from 0 to 1.
///
/// The score averages the precision and the recall of character n-grams over orders 1 to 6, without
/// spaces, and weights recall twice as much as precision. Words that are nearly correct count, and
/// sentences of two words, in which BLEU finds no 4-gram, differ in their scores.
///
/// Counts are added over the sentences before any division, as in BLEU. Each candidate is compared
/// with the reference for which its score is highest.
///
/// # Source
///
/// Popović (2015), *chrF: character n-gram F-score for automatic MT evaluation*, Section 2, with
/// sacreBLEU's weight of 2.
///
/// # Example
///
/// ```
/// use attention::encoder_decoder::{bleu::Judged, chrf};
///
/// let judged = |candidate: &str| Judged {
///     candidate: candidate.chars().collect(),
///     references: vec!["le chat dort.".chars().collect()],
/// };
/// assert_eq!(chrf(&[judged("le chat dort.")]), 1.0);
/// assert!((chrf(&[judged("les chats dort.")]) - 0.460).abs() < 1e-3);
/// assert_eq!(chrf(&[judged("")]), 0.0);
/// ```
pub fn chrf(corpus: &[Judged<char>]) -> f64 {
    let mut sums = Counts::default();
    for judged in corpus {
        add(&mut sums, &best(judged));
    }
    score(&sums)
}

/// For each order, the number of n-grams of both, of the candidate, and of the reference.
pub(super) type Counts = [[usize; 3]; ORDERS];

/// Adds the counts of a sentence.
pub(super) fn add<const KINDS: usize>(
    sums: &mut [[usize; KINDS]],
    counts: &[[usize; KINDS]],
) {
    let sums = sums.as_flattened_mut().iter_mut();
    for (sum, count) in sums.zip(counts.as_flattened()) {
        *sum += count;
    }
}

/// Returns the counts with the reference for which the score is highest.
pub(super) fn best(judged: &Judged<char>) -> Counts {
    let candidate = without_spaces(&judged.candidate);
    let each = judged.references.iter().map(|reference| {
        compare(&candidate, &without_spaces(reference))
    });
    let best = each.reduce(|best, next| {
        if score(&next) > score(&best) { next } else { best }
    });
    best.unwrap_or_default()
}

fn without_spaces(text: &[char]) -> Vec<char> {
    let kept = text.iter().filter(|&&character| !is_space(character));
    kept.copied().collect()
}

/// An order that the reference does not reach counts as 0, as in sacreBLEU.
fn compare(candidate: &[char], reference: &[char]) -> Counts {
    std::array::from_fn(|place| {
        let [candidate, reference] =
            [candidate, reference].map(|text| counts(text, place + 1));
        if reference.is_empty() {
            return [0; 3];
        }
        let both = candidate.iter().filter_map(|(n_gram, &count)| {
            Some(count.min(*reference.get(n_gram)?))
        });
        [both.sum(), candidate.values().sum(), reference.values().sum()]
    })
}

/// Orders that the candidates or the references do not reach are left out.
pub(super) fn score(counts: &Counts) -> f64 {
    let reached: Vec<_> = counts
        .iter()
        .filter(|[_, candidate, reference]| {
            *candidate > 0 && *reference > 0
        })
        .collect();
    let mean = |of: usize| {
        let shares = reached
            .iter()
            .map(|counts| counts[0] as f64 / counts[of] as f64);
        shares.sum::<f64>() / reached.len().max(1) as f64
    };
    let (precision, recall) = (mean(1), mean(2));
    if precision + recall == 0.0 {
        return 0.0;
    }
    (1.0 + BETA * BETA) * precision * recall
        / (BETA * BETA * precision + recall)
}
