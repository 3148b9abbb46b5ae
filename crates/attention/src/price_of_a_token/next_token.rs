//! Models that predict the next token, step by step.

use ndarray::{Array1, Array2, Axis};

use crate::Real;
use crate::nn::Tokens;
use crate::tape::{Mode, Tape};
use crate::transformer::{LanguageModel, LanguageModelCache, Sampling};

/// A model that reads a text in pieces and can forget its end.
// ANCHOR: next_token
pub trait NextToken {
    /// Returns the number of tokens to choose from.
    fn vocab(&self) -> usize;

    /// Returns the number of tokens it has read.
    fn position(&self) -> usize;

    /// Reads the tokens that follow. Row i holds the probabilities of
    /// the token after token i: `[tokens, vocab]`.
    fn read(&mut self, tokens: &[usize]) -> Array2<Real>;

    /// Forgets all but the first `tokens` tokens.
    fn truncate(&mut self, tokens: usize);
}
// ANCHOR_END: next_token

/// A language model and the cache of one text.
#[derive(Clone, Debug)]
pub struct WithCache<'m> {
    model: &'m LanguageModel,
    cache: LanguageModelCache,
    sampling: Sampling,
}

impl<'m> WithCache<'m> {
    /// Creates a model that has read nothing yet.
    pub fn new(model: &'m LanguageModel, sampling: Sampling) -> Self {
        let cache = LanguageModelCache::default();
        Self { model, cache, sampling }
    }
}

impl NextToken for WithCache<'_> {
    fn vocab(&self) -> usize {
        self.model.output.vocab()
    }

    fn position(&self) -> usize {
        self.cache.position()
    }

    fn read(&mut self, tokens: &[usize]) -> Array2<Real> {
        let vocab = self.vocab();
        let tokens = Tokens::new(Array1::from(tokens.to_vec()), vocab)
            .expect("tokens of the vocabulary")
            .insert_axis(0); // [1, tokens]
        let tape = Tape::new(Mode::Eval, 0);
        let next =
            self.model.predict_cached(&tape, &tokens, &mut self.cache);
        let logits = next.logits.index(0, 0).value();
        let mut rows = Array2::zeros([0, vocab]);
        for logits in logits.outer_iter() {
            let row = logits.iter().copied().collect();
            let row = self.sampling.probabilities(&row);
            rows.push_row(row.view()).expect("rows of one length");
        }
        rows
    }

    fn truncate(&mut self, tokens: usize) {
        self.cache.truncate(tokens);
    }
}

/// A model that knows only the last token: how often each token followed it in a corpus.
///
/// # Example
///
/// ```
/// use attention::price_of_a_token::{Bigrams, NextToken};
///
/// let mut counted = Bigrams::counted(&[vec![2, 4, 4, 3], vec![2, 4, 3]], 5);
/// let next = counted.read(&[2, 4]);
/// assert_eq!(next[[0, 4]], 1.0); // 4 always follows 2
/// assert!((next[[1, 3]] - 2.0 / 3.0).abs() < 1e-6);
/// ```
#[derive(Clone, Debug)]
pub struct Bigrams {
    /// Of the token that follows each: `[vocab, vocab]`
    next: Array2<Real>,
    position: usize,
}

impl Bigrams {
    /// Creates a model with these probabilities in its rows: `[vocab, vocab]`
    pub fn new(next: Array2<Real>) -> Self {
        Self { next, position: 0 }
    }

    /// Counts the pairs of neighbors. All tokens are equally likely after a token without a
    /// successor.
    pub fn counted(texts: &[Vec<usize>], vocab: usize) -> Self {
        let mut next = Array2::<Real>::zeros((vocab, vocab));
        for text in texts {
            for pair in text.windows(2) {
                next[[pair[0], pair[1]]] += 1.0;
            }
        }
        for mut row in next.rows_mut() {
            match row.sum() {
                0.0 => row.fill(1.0 / vocab as Real),
                sum => row /= sum,
            }
        }
        Self::new(next)
    }
}

impl NextToken for Bigrams {
    fn vocab(&self) -> usize {
        self.next.ncols()
    }

    fn position(&self) -> usize {
        self.position
    }

    fn read(&mut self, tokens: &[usize]) -> Array2<Real> {
        self.position += tokens.len();
        self.next.select(Axis(0), tokens)
    }

    fn truncate(&mut self, tokens: usize) {
        self.position = self.position.min(tokens);
    }
}
