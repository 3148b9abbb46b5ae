//! Texts with a transition matrix of their own, and three ways to predict them.

use ndarray::{Array1, Array2};
use rand::{Rng, RngExt};
use rand_distr::{Distribution, Gamma};

/// Returns a random text and its transition matrix, `[vocab, vocab]`, whose rows are
/// independent draws from a Dirichlet distribution with all parameters `prior`.
///
/// The first token is drawn uniformly.
///
/// # Panics
///
/// If `prior` is not above 0, or `vocab` is 0.
pub fn draw_text(
    vocab: usize,
    prior: f64,
    len: usize,
    rng: &mut dyn Rng,
) -> (Vec<usize>, Array2<f64>) {
    let gamma = Gamma::new(prior, 1.0).expect("above 0");
    let mut matrix = Array2::from_shape_simple_fn((vocab, vocab), || {
        f64::max(gamma.sample(rng), 1e-100)
    });
    for mut row in matrix.rows_mut() {
        row /= row.sum();
    }
    let mut text = vec![rng.random_range(0..vocab)];
    while text.len() < len {
        let mut left: f64 = rng.random_range(0.0..1.0);
        let row = matrix.row(text[text.len() - 1]);
        let next = row.iter().position(|share| {
            left -= share;
            left < 0.0
        });
        text.push(next.unwrap_or(vocab - 1));
    }
    (text, matrix)
}

/// Returns the distribution of the token after a text by the Bayes rule, `[vocab]`.
///
/// The text has at least one token, as in all functions here.
pub fn bayes(text: &[usize], vocab: usize, prior: f64) -> Array1<f64> {
    //@ solution
    let mut counts = Array1::from_elem(vocab, prior);
    for pair in text.windows(2) {
        if Some(&pair[0]) == text.last() {
            counts[pair[1]] += 1.0;
        }
    }
    &counts / counts.sum()
    //@ stub todo!("after {text:?} of {vocab} tokens with {prior}")
    //@ end
}

/// Returns the same from the number of each token in the text, whatever their order,
/// `[vocab]`.
pub fn unigram(text: &[usize], vocab: usize, prior: f64) -> Array1<f64> {
    //@ solution
    let mut counts = Array1::from_elem(vocab, prior);
    for &token in text {
        counts[token] += 1.0;
    }
    &counts / counts.sum()
    //@ stub todo!("after {text:?} of {vocab} tokens with {prior}")
    //@ end
}

/// Returns the distribution of the next token by two layers of attention, `[vocab]`.
///
/// In layer 0, each position attends to the position before it and writes its token;
/// position 0 writes nothing. In layer 1, the last position attends to all positions
/// and to a sink. A key has score `sharpness` if its written token is the query's own
/// token, else 0. The sink has score `sharpness + ln(vocab * prior)`. The value of a
/// key is its own token, one-hot, and the value of the sink is `1 / vocab` in each
/// entry.
pub fn head(text: &[usize], vocab: usize, prior: f64, sharpness: f64) -> Array1<f64> {
    //@ solution
    let one_hot = |tokens: &[Option<usize>]| {
        Array2::from_shape_fn((tokens.len(), vocab), |(position, token)| {
            f64::from(u8::from(tokens[position] == Some(token)))
        })
    };
    let own: Vec<Option<usize>> = text.iter().copied().map(Some).collect();
    let before = [&[None], &own[..own.len() - 1]].concat();
    let (own, before) = (one_hot(&own), one_hot(&before)); // [positions, vocab]
    let query = own.row(own.nrows() - 1);
    let scores = sharpness * before.dot(&query);
    let sink = sharpness + (vocab as f64 * prior).ln();
    let max = scores.fold(sink, |max, &score| max.max(score));
    let exponentials = (scores - max).exp();
    let of_sink = (sink - max).exp();
    (exponentials.dot(&own) + of_sink / vocab as f64) / (exponentials.sum() + of_sink)
    //@ stub todo!("{text:?}, {vocab} tokens, {prior}, {sharpness}")
    //@ end
}

/// Returns the mean of `-ln` of the predicted probability over all tokens but the first
/// of each text.
pub fn mean_loss(
    predict: impl Fn(&[usize]) -> Array1<f64>,
    texts: &[Vec<usize>],
) -> f64 {
    //@ solution
    let (mut sum, mut tokens) = (0.0, 0.0);
    for text in texts {
        for len in 1..text.len() {
            sum -= predict(&text[..len])[text[len]].ln();
            tokens += 1.0;
        }
    }
    sum / tokens
    //@ stub todo!("{texts:?}, {}", predict(&[0]))
    //@ end
}
exercise_solutions::tests!(in_context_bigrams);
