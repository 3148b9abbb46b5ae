//! Corpus scores as sacreBLEU reports them, with the error of a finite sample.

use std::array;
use std::iter::Sum;

use rand::{RngExt, SeedableRng, rngs::ChaCha8Rng};

use super::chrf::{self, Counts};
use super::tokenization_13a::{is_space, tokenize_13a};
use super::{Judged, MAX_ORDER, brevity_penalty, closest_len, matches};

/// The counts of a sentence, whose sums determine the scores of a corpus.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SentenceCounts {
    /// The numbers of tokens of the candidate and of the reference with the closest length.
    lens: [[usize; 2]; 1],
    /// For each order, how many n-grams of tokens are correct, and how many there are.
    n_grams: [[usize; 2]; MAX_ORDER],
    characters: Counts,
}

impl SentenceCounts {
    /// Compares a candidate with its references, as texts.
    ///
    /// # Panics
    ///
    /// If there are no references.
    pub fn new(
        candidate: &str,
        references: &[impl AsRef<str>],
    ) -> Self {
        let references = references.iter().map(AsRef::as_ref);
        let tokens =
            |text: &str| tokenize_13a(text.trim_end_matches(is_space));
        let tokens = Judged {
            candidate: tokens(candidate),
            references: references.clone().map(tokens).collect(),
        };
        let characters = Judged {
            candidate: candidate.chars().collect(),
            references: references
                .map(|text| text.chars().collect())
                .collect(),
        };
        Self {
            lens: [[tokens.candidate.len(), closest_len(&tokens)]],
            n_grams: array::from_fn(|at| {
                matches(&tokens, at + 1).into()
            }),
            characters: chrf::best(&characters),
        }
    }

    /// Returns BLEU in percent. The first order without a correct n-gram counts as half of one, the
    /// second as a quarter, and so on.
    fn bleu(&self) -> f64 {
        let [[right, _], .., [_, longest]] = self.n_grams;
        if right == 0 || longest == 0 {
            return 0.0;
        }
        let mut smallest = 1.0;
        let logs = self.n_grams.map(|[right, all]| {
            let right = if right > 0 {
                right as f64
            } else {
                smallest /= 2.0;
                smallest
            };
            (right / all as f64).ln()
        });
        let mean = logs.iter().sum::<f64>() / MAX_ORDER as f64;
        let [[candidates, references]] = self.lens;
        100.0 * brevity_penalty(candidates, references) * mean.exp()
    }
}

impl<'a> Sum<&'a SentenceCounts> for SentenceCounts {
    fn sum<I: Iterator<Item = &'a SentenceCounts>>(all: I) -> Self {
        let mut sums = Self::default();
        for counts in all {
            chrf::add(&mut sums.lens, &counts.lens);
            chrf::add(&mut sums.n_grams, &counts.n_grams);
            chrf::add(&mut sums.characters, &counts.characters);
        }
        sums
    }
}

/// BLEU and chrF2 of a corpus in percent, comparable with the scores of papers.
///
/// Scores depend on the tokenization, the smoothing, and other settings, so papers report scores of
/// sacreBLEU with a signature of its settings. These scores are equal to scores of sacreBLEU 2.6.0
/// with the signatures `case:mixed|eff:no|tok:13a|smooth:exp` and
/// `case:mixed|eff:yes|nc:6|nw:0|space:no`, its defaults. In contrast to [`corpus_bleu`], BLEU is 0
/// if no candidate has four tokens, and an order without a correct n-gram does not make it 0.
///
/// [`corpus_bleu`]: super::corpus_bleu
///
/// # Source
///
/// Post (2018), *A call for clarity in reporting BLEU scores*; Papineni et al. (2002) for BLEU;
/// Popović (2015), *chrF: character n-gram F-score for automatic MT evaluation*.
///
/// # Example
///
/// ```
/// use attention::encoder_decoder::bleu::{
///     CorpusScores, SentenceCounts,
/// };
///
/// let counts = [
///     SentenceCounts::new("Le chat dort.", &["Le chat dort."]),
///     SentenceCounts::new("Les chiens dort.", &["Le chien dort.", "Un chien dort."]),
/// ];
/// let scores = CorpusScores::new(&counts);
/// assert!((scores.bleu - 59.460).abs() < 1e-3, "{scores:?}");
/// let [low, high] = CorpusScores::interval(&counts, 0);
/// assert!(low.chrf < scores.chrf && scores.chrf < high.chrf);
/// assert_eq!(high.chrf, 100.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CorpusScores {
    /// BLEU, from 0 to 100.
    pub bleu: f64,
    /// chrF2, from 0 to 100.
    pub chrf: f64,
}

/// The number of samples of a bootstrap, and how many of their scores are outside the interval at
/// each end: 2.5 %.
const SAMPLES: usize = 1000;
const OUTSIDE: usize = 25;

impl CorpusScores {
    /// Returns the scores of all sentences together.
    pub fn new(sentences: &[SentenceCounts]) -> Self {
        Self::of(&sentences.iter().sum())
    }

    /// Returns the lower and upper bounds of the 95 % bootstrap intervals.
    ///
    /// Each of 1,000 samples draws as many sentences as there are, with replacement. The intervals
    /// contain the scores of all samples but the 25 lowest and the 25 highest. They show how much
    /// scores depend on the choice of the test sentences, but not on the seed of a training.
    ///
    /// # Source
    ///
    /// Koehn (2004), *Statistical significance tests for machine translation evaluation*.
    pub fn interval(
        sentences: &[SentenceCounts],
        seed: u64,
    ) -> [Self; 2] {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let samples: Vec<_> = (0..SAMPLES)
            .map(|_| {
                let drawn = (0..sentences.len()).map(|_| {
                    &sentences[rng.random_range(0..sentences.len())]
                });
                Self::of(&drawn.sum())
            })
            .collect();
        let bounds = |score: fn(&Self) -> f64| {
            let mut scores: Vec<_> =
                samples.iter().map(score).collect();
            scores.sort_by(f64::total_cmp);
            [scores[OUTSIDE], scores[SAMPLES - 1 - OUTSIDE]]
        };
        let bleu = bounds(|sample| sample.bleu);
        let chrf = bounds(|sample| sample.chrf);
        [0, 1].map(|end| Self { bleu: bleu[end], chrf: chrf[end] })
    }

    fn of(counts: &SentenceCounts) -> Self {
        Self {
            bleu: counts.bleu(),
            chrf: 100.0 * chrf::score(&counts.characters),
        }
    }
}
