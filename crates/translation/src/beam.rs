//! Several beginnings at once.

mod kept;

use engine::Real;
use engine::tape::{Mode, Tape};
use ndarray::Array2;

use super::greedy::written;
use crate::EncoderDecoder;
use crate::data::{BOS, EOS, Padded};

/// A search that keeps several beginnings of a sentence at each step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BeamSearch {
    /// How many beginnings are kept.
    pub width: usize,
    /// The exponent α of the length by which the logarithm of the probability is divided. Logarithms of
    /// probabilities are negative, so the division brings long sentences nearer to 0: the larger α,
    /// the more they are favored. 0 compares probabilities as they are.
    pub length_exponent: f64,
    /// How many tokens a sentence may have, its end included.
    pub max_steps: usize,
    /// The token that ends a sentence.
    pub end: usize,
}

/// The beginnings that a search has kept.
#[derive(Clone, Debug, PartialEq)]
pub struct Beam {
    /// The tokens of each beginning.
    pub beginnings: Vec<Vec<usize>>,
    /// The logarithm of the probability of each.
    pub log_probabilities: Vec<f64>,
    /// Which beginning of the step before each of them continues.
    pub parents: Vec<usize>,
}

/// A sentence that a search has found.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The tokens, without the end.
    pub tokens: Vec<usize>,
    /// Whether the sentence has its end; false if the search ran out of steps.
    pub ended: bool,
    /// The logarithm of the probability of the tokens, and of the end if there is one.
    pub log_probability: f64,
    /// The logarithm divided by `length ^ α`, where the end counts as a token. The search compares
    /// sentences by it.
    pub score: f64,
}

/// Searches for likely sentences, where `next` tells the logarithms of the probabilities of the next
/// token after each beginning: `[beginnings, vocab]`.
///
/// At each step every beginning is continued by every token, and the likeliest results are kept. One
/// that ends is done, and leaves one place less for the others. The search stops when `width`
/// sentences are done or the steps are used up. Sentences that have ended come first, and among them
/// the best score.
///
/// # Panics
///
/// If the width is 0, if a number of `next` is NaN, or if it gives another number of rows than there
/// are beginnings: `beam_search: [3, 20]: not a row for each of 2 beginnings`.
///
/// # Source
///
/// Sutskever, Vinyals, Le (2014), *Sequence to sequence learning with neural networks*, Section 3.2.
///
/// # Example
///
/// A language of two tokens and an end, in which the likelier first token leads nowhere:
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
        let best = beam.likeliest(&next, settings.width - done.len());
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

/// Translates a sentence with a [`beam_search`]; the settings say nothing about the end, which is that
/// of the vocabularies.
///
/// # Panics
///
/// If there is not exactly one sentence, if it does not fit the model, or if the width is 0.
///
/// # Example
///
/// ```
/// use attention::data::{EOS, Padded};
/// use attention::encoder_decoder::{BeamSearch, FixedContext, RecurrentConfig};
/// use attention::encoder_decoder::{greedy, translate_with_beam};
/// use rand::{SeedableRng, rngs::ChaCha8Rng};
///
/// let mut rng = ChaCha8Rng::seed_from_u64(0);
/// let untrained = FixedContext::new(&RecurrentConfig::new(10, 12), &mut rng);
/// let source = Padded::new(&[vec![5, 7, 4, 3]], 10)?;
/// let settings = BeamSearch { width: 1, length_exponent: 0.0, max_steps: 6, end: EOS };
/// let narrow = translate_with_beam(&untrained, &source, &settings);
/// assert_eq!(narrow[0].tokens, greedy(&untrained, &source, 6)[0].tokens);
/// # Ok::<(), attention::data::BatchError>(())
/// ```
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
        "translate_with_beam: {sentences} sentences"
    );
    let tape = Tape::new(Mode::Eval, 0);
    let mut state = model.start(&tape, source);
    let settings = BeamSearch {
        end: EOS,
        ..*settings
    };
    beam_search(&settings, |beam| {
        let beginnings = beam.beginnings.iter();
        let last =
            beginnings.map(|tokens| *tokens.last().unwrap_or(&BOS));
        let tokens = written(last.collect(), model.target_vocab());
        let kept = M::select(&state, &beam.parents);
        let (step, next) = model.step(&tape, &tokens, &kept);
        state = next;
        let next = step.logits.log_softmax().value().into_owned();
        next.into_dimensionality().expect("[beginnings, vocab]")
    })
}
// ANCHOR_END: translate_with_beam

impl BeamSearch {
    /// The logarithm of a probability, divided by a power of the length.
    ///
    /// # Source
    ///
    /// Wu et al. (2016), *Google's neural machine translation system*, Section 7, in which the length
    /// is (5 + length) / 6.
    ///
    /// # Example
    ///
    /// By their probabilities the short sentence wins, divided by a power of the length the long one:
    ///
    /// ```
    /// use attention::encoder_decoder::BeamSearch;
    ///
    /// let plain = BeamSearch { width: 2, length_exponent: 0.0, max_steps: 9, end: 0 };
    /// assert!(plain.score(-2.0, 2) > plain.score(-3.0, 4));
    /// let divided = BeamSearch { length_exponent: 0.75, ..plain };
    /// assert!(divided.score(-2.0, 2) < divided.score(-3.0, 4)); // -1.19 and -1.06
    /// ```
    pub fn score(&self, log_probability: f64, length: usize) -> f64 {
        log_probability
            / (length.max(1) as f64).powf(self.length_exponent)
    }
}

#[cfg(test)]
mod tests;
