mod kept;
mod stepwise;

use engine::Real;
use engine::tape::{Mode, Tape};
use ndarray::Array2;

pub use stepwise::StepwiseSearch;

use super::greedy::written;
use crate::EncoderDecoder;
use crate::data::{BOS, EOS, Padded};

/// The settings of a search that keeps several hypotheses at each step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BeamSearch {
    /// The number of hypotheses.
    pub width: usize,
    /// The exponent α of the length by which log probabilities are divided.
    ///
    /// Log probabilities are negative, so the division moves the scores of long sentences closer
    /// to 0. A larger α favors long sentences more, and 0 compares the probabilities themselves.
    pub length_exponent: f64,
    /// The maximum number of tokens of a sentence, including its end.
    pub max_steps: usize,
    /// The token that ends a sentence.
    pub end: usize,
}

/// The hypotheses that a search keeps.
#[derive(Clone, Debug, PartialEq)]
pub struct Beam {
    /// The tokens of each hypothesis.
    pub beginnings: Vec<Vec<usize>>,
    /// The log probability of each hypothesis.
    pub log_probabilities: Vec<f64>,
    /// For each hypothesis, the index of the previous one that it continues.
    pub parents: Vec<usize>,
}

/// A sentence that a search has found.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The tokens without the end.
    pub tokens: Vec<usize>,
    /// Whether the sentence has its end; if not, the search ran out of steps.
    pub ended: bool,
    /// The log probability of the tokens, and of the end if there is one.
    pub log_probability: f64,
    /// The log probability divided by `length ^ α`, by which the search compares sentences. The end
    /// counts as a token.
    pub score: f64,
}

/// Searches for probable sentences with the log probabilities that `next` returns for each
/// hypothesis, `[beginnings, vocab]`.
///
/// Each step continues every hypothesis with every token and keeps the most probable results. A
/// result that ends is done, and one hypothesis fewer is kept from then on. The search stops when
/// `width` sentences are done or `max_steps` is reached. The result lists sentences with an end
/// first, and sorts by score.
///
/// # Panics
///
/// If the width is 0, or if an entry of `next` is NaN.
///
/// # Source
///
/// Sutskever, Vinyals, and Le (2014), *Sequence to sequence learning with neural networks*, Section
/// 3.2.
///
/// # Example
///
/// A language of two tokens and an end, in which the more probable first token is the wrong choice:
///
/// ```
/// use attention::encoder_decoder::{BeamSearch, beam_search};
/// use ndarray::Array2;
///
/// let search = |width| {
///     let settings = BeamSearch { width, length_exponent: 0.0, max_steps: 2, end: 2 };
///     let found = beam_search(&settings, |beam| {
///         let rows = beam.beginnings.iter().map(|beginning| match beginning[..] {
///             [] => [0.6, 0.4, 0.0],
///             [0] => [0.3, 0.3, 0.4],
///             _ => [0.05, 0.05, 0.9],
///         });
///         Array2::from(rows.collect::<Vec<_>>()).ln()
///     });
///     found[0].tokens.clone()
/// };
/// assert_eq!(search(1), [0]); // 0.6 · 0.4 = 0.24
/// assert_eq!(search(2), [1]); // 0.4 · 0.9 = 0.36
/// ```
// ANCHOR: beam_search
#[track_caller]
pub fn beam_search(
    settings: &BeamSearch,
    mut next: impl FnMut(&Beam) -> Array2<Real>,
) -> Vec<Candidate> {
    assert!(settings.width > 0, "beam_search: the width is 0");
    let mut beam = Beam::start();
    let mut done = Vec::new();
    for _ in 0..settings.max_steps {
        let next = next(&beam); // [beginnings, vocab]
        let best = beam.most_likely(&next, settings.width - done.len());
        let (ended, running): (Vec<_>, Vec<_>) =
            best.into_iter().partition(|continuation| {
                continuation.token == settings.end
            });
        done.extend(ended.iter().map(|end| beam.ended(end, settings)));
        beam = beam.continued(&running);
        if running.is_empty() {
            break;
        }
    }
    done.extend(beam.unfinished(settings));
    done.sort_by(|a, b| {
        b.ended.cmp(&a.ended).then(b.score.total_cmp(&a.score))
    });
    done
}
// ANCHOR_END: beam_search

/// Translates a sentence with a [`beam_search`] and the end token of the vocabularies.
///
/// `settings.end` is ignored.
///
/// # Panics
///
/// If there is not exactly one sentence, or if the width is 0.
// ANCHOR: translate_with_beam
#[track_caller]
pub fn translate_with_beam<M: EncoderDecoder>(
    model: &M,
    source: &Padded,
    settings: &BeamSearch,
) -> Vec<Candidate> {
    let sentences = source.lens.len();
    assert!(
        sentences == 1,
        "translate_with_beam: {sentences} sentences, expected 1"
    );
    let tape = Tape::new(Mode::Eval, 0);
    let mut state = model.start(&tape, source);
    let settings = BeamSearch { end: EOS, ..*settings };
    beam_search(&settings, |beam| {
        let beginnings = beam.beginnings.iter();
        let last =
            beginnings.map(|tokens| *tokens.last().unwrap_or(&BOS));
        let tokens = written(last.collect(), model.target_vocab());
        let kept = tape.keep_only(|| M::select(&state, &beam.parents));
        let (step, next) = model.step(&tape, &tokens, &kept);
        state = next;
        let next = step.logits.log_softmax().value().into_owned();
        next.into_dimensionality().expect("[beginnings, vocab]")
    })
}
// ANCHOR_END: translate_with_beam

impl BeamSearch {
    /// Returns the log probability divided by a power of the length.
    ///
    /// # Source
    ///
    /// Wu et al. (2016), *Google's neural machine translation system*, Section 7, with the length
    /// replaced by (5 + length) / 6.
    pub fn score(&self, log_probability: f64, length: usize) -> f64 {
        log_probability
            / (length.max(1) as f64).powf(self.length_exponent)
    }
}
