use engine::Real;
use engine::nn::Tokens;
use engine::tape::{Mode, Tape, Value, Var};
use ndarray::{Array1, Array2, Axis, Slice};

use crate::EncoderDecoder;
use crate::data::{BOS, EOS, Padded};

/// The output of a model for one sentence.
#[derive(Clone, Debug, PartialEq)]
pub struct Translation {
    /// The tokens without the end.
    pub tokens: Vec<usize>,
    /// Whether the model ended the sentence within the permitted steps.
    pub ended: bool,
    /// The log probability of the tokens, and of the end if there is one.
    pub log_probability: f64,
    /// The weights of the source positions, `[queries, keys]`, if the decoder has a single
    /// attention. There is one row for each token and one for the end.
    pub weights: Option<Array2<Real>>,
}

/// Translates each sentence of a batch by choosing the most probable token at every step.
///
/// A sentence stops at its end or after `max_steps` tokens. Its translation does not depend on the
/// other sentences of the batch, except for the rounding of products of another size.
///
/// # Panics
///
/// If a logit is NaN.
#[track_caller]
pub fn greedy<M: EncoderDecoder>(
    model: &M,
    source: &Padded,
    max_steps: usize,
) -> Vec<Translation> {
    let max_steps = vec![max_steps; source.lens.len()];
    write_with(model, source, &max_steps, most_likely)
}

/// Returns the most probable token, the first of several equal ones.
///
/// # Panics
///
/// If a logit is NaN.
#[track_caller]
pub fn most_likely(
    log_probabilities: &Array1<Real>, // [vocab]
) -> usize {
    let numbers =
        log_probabilities.iter().all(|number| !number.is_nan());
    assert!(numbers, "greedy: the model has logits that are NaN");
    let most_likely = log_probabilities
        .indexed_iter()
        .reduce(|best, next| if next.1 > best.1 { next } else { best });
    most_likely.expect("a vocabulary has tokens").0
}

/// Translates each sentence with tokens that `choose` selects by their log probabilities,
/// `[vocab]`, and a limit of steps for each sentence.
#[track_caller]
pub fn write_with<M: EncoderDecoder>(
    model: &M,
    source: &Padded,
    max_steps: &[usize],
    mut choose: impl FnMut(&Array1<Real>) -> usize,
) -> Vec<Translation> {
    let tape = Tape::new(Mode::Eval, 0);
    let mut state = model.start(&tape, source);
    let mut writing: Vec<PartialTranslation> = max_steps
        .iter()
        .map(|&steps| PartialTranslation::new(steps))
        .collect();
    let all: Vec<usize> = (0..writing.len()).collect();
    // ANCHOR: greedy_steps
    while writing.iter().any(PartialTranslation::is_unfinished) {
        let last =
            writing.iter().map(|sentence| sentence.last).collect();
        let tokens = written(last, model.target_vocab()); // [batch]
        let (step, next) = model.step(&tape, &tokens, &state);
        // [batch, vocab]
        let log_probabilities = step.logits.log_softmax().value();
        let weights = step.weights.map(Var::value); // [batch, keys]
        for (row, sentence) in writing.iter_mut().enumerate() {
            let row = |value: &Value| {
                value.clone().index_axis_move(Axis(0), row)
            };
            sentence.add(
                row(&log_probabilities),
                weights.as_ref().map(row),
                &mut choose,
            );
        }
        // The values of this step are no longer needed.
        state = tape.keep_only(|| M::select(&next, &all));
    }
    // ANCHOR_END: greedy_steps
    let finished = writing.into_iter().zip(&source.lens);
    finished.map(|(sentence, &len)| sentence.finish(len)).collect()
}

/// Returns tokens that a model has chosen, which are therefore in its vocabulary.
pub(super) fn written(tokens: Array1<usize>, vocab: usize) -> Tokens {
    Tokens::new(tokens, vocab)
        .expect("a model chooses from its own vocabulary")
}

/// A sentence during decoding.
struct PartialTranslation {
    max_steps: usize,
    last: usize,
    tokens: Vec<usize>,
    ended: bool,
    log_probability: f64,
    weights: Option<Vec<Real>>,
}

impl PartialTranslation {
    fn new(max_steps: usize) -> Self {
        Self {
            max_steps,
            last: BOS,
            tokens: Vec::new(),
            ended: false,
            log_probability: 0.0,
            weights: None,
        }
    }

    fn is_unfinished(&self) -> bool {
        !self.ended && self.tokens.len() < self.max_steps
    }

    /// Appends the chosen token, unless the sentence is done.
    #[track_caller]
    fn add(
        &mut self,
        log_probabilities: Value,
        weights: Option<Value>,
        choose: &mut impl FnMut(&Array1<Real>) -> usize,
    ) {
        if !self.is_unfinished() {
            return;
        }
        let log_probabilities = log_probabilities.into_owned();
        let log_probabilities: Array1<Real> =
            log_probabilities.into_dimensionality().expect("[vocab]");
        let token = choose(&log_probabilities);
        self.last = token;
        self.log_probability += log_probabilities[token] as f64;
        self.ended = token == EOS;
        if !self.ended {
            self.tokens.push(token);
        }
        if let Some(weights) = weights {
            self.weights.get_or_insert_default().extend(weights.iter());
        }
    }

    /// Omits the weights of the padding, which are 0.
    fn finish(self, keys: usize) -> Translation {
        let steps = self.tokens.len() + usize::from(self.ended);
        let weights = self.weights.map(|weights| {
            let padded = weights.len() / steps.max(1);
            let mut all =
                Array2::from_shape_vec((steps, padded), weights)
                    .expect("each step has added a row");
            all.slice_axis_inplace(Axis(1), Slice::from(..keys));
            all.as_standard_layout().into_owned()
        });
        Translation {
            tokens: self.tokens,
            ended: self.ended,
            log_probability: self.log_probability,
            weights,
        }
    }
}
