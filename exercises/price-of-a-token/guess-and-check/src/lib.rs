//! A small model guesses, and a large one checks.

use attention::data::BOS;
use attention::nn::Tokens;
use attention::tape::{Mode, Tape};
use attention::transformer::LanguageModel;
use ndarray::{Array1, Array2, Axis};
use rand::Rng;

/// From a text to the distribution of the token after each of its prefixes: entry i is
/// for the token after the first i tokens, so there is one entry more than tokens.
pub type Target<'f> = &'f dyn Fn(&[usize]) -> Vec<Array1<f64>>;

/// From a text to the distribution of the next token.
pub type Draft<'f> = &'f dyn Fn(&[usize]) -> Array1<f64>;

/// A text, and what it took to write it.
#[derive(Clone, Debug, PartialEq)]
pub struct Written {
    /// The tokens without the end.
    pub text: Vec<usize>,
    /// How often the target was called.
    pub calls: usize,
    /// Guesses that were accepted or rejected; those after a rejection do not count.
    pub offered: usize,
    /// How many of them were accepted, an accepted end included.
    pub accepted: usize,
}

/// The language model as a target, with as many tokens as its vocabulary has.
///
/// # Panics
///
/// If the text has a token that the model does not know.
pub fn distributions(
    model: &LanguageModel,
    vocab: usize,
    text: &[usize],
) -> Vec<Array1<f64>> {
    let tokens = Array1::from([&[BOS], text].concat()).insert_axis(Axis(0));
    let tokens = Tokens::new(tokens, vocab).expect("tokens of the model");
    let tape = Tape::new(Mode::Eval, 0);
    let logits = model.predict(&tape, &tokens).logits.index(0, 0).value();
    let rows = logits.outer_iter().map(|row| {
        let powers: Array1<f64> =
            row.iter().map(|&logit| f64::from(logit).exp()).collect();
        &powers / powers.sum()
    });
    rows.collect()
}

/// A token from a distribution, whose entries may sum to a little less than 1.
pub fn draw(distribution: &Array1<f64>, rng: &mut impl Rng) -> usize {
    use rand::RngExt;

    let mut left: f64 = rng.random_range(0.0..1.0);
    let mut last = 0;
    for (token, &share) in distribution.iter().enumerate() {
        if share > 0.0 {
            last = token;
            left -= share;
            if left < 0.0 {
                break;
            }
        }
    }
    last
}

/// The distribution of a replacement: what `p` has more than `q`, divided by its sum.
///
/// They differ, and both are `[vocab]`, like the result.
pub fn residual(p: &Array1<f64>, q: &Array1<f64>) -> Array1<f64> {
    //@ solution
    let more = (p - q).mapv(|difference| difference.max(0.0));
    &more / more.sum()
    //@ stub todo!("what {p} has more than {q}")
    //@ end
}

/// How often each token followed each other one, as shares: row t is the distribution
/// after token t, `[vocab, vocab]`.
///
/// Each text begins after [`BOS`] and is followed by `EOS`. Rows of tokens that never
/// have a successor are uniform.
pub fn bigram(texts: &[Vec<usize>], vocab: usize) -> Array2<f64> {
    //@ solution
    use attention::data::EOS;

    let mut counts = Array2::zeros((vocab, vocab));
    for text in texts {
        let all = [&[BOS], text.as_slice(), &[EOS]].concat();
        for pair in all.windows(2) {
            counts[[pair[0], pair[1]]] += 1.0;
        }
    }
    for mut row in counts.rows_mut() {
        let sum: f64 = row.sum();
        if sum == 0.0 {
            row.fill(1.0 / vocab as f64);
        } else {
            row /= sum;
        }
    }
    counts
    //@ stub todo!("count {texts:?} with {vocab} tokens")
    //@ end
}

/// Writes a text that is as likely as if the target had written it alone.
///
/// Each round, the draft guesses up to `guesses` tokens, and one call of the target
/// checks them. No round guesses more than still fit before the last token of a text of
/// `longest` tokens, nor past an `EOS`. The text ends with `EOS`, which it does not
/// contain, or with its `longest` tokens.
pub fn write(
    target: Target<'_>,
    draft: Draft<'_>,
    guesses: usize,
    longest: usize,
    rng: &mut impl Rng,
) -> Written {
    //@ solution
    use attention::data::EOS;
    use rand::RngExt;

    let mut written = Written {
        text: vec![],
        calls: 0,
        offered: 0,
        accepted: 0,
    };
    while written.text.len() < longest {
        let start = written.text.len();
        let mut guessed = written.text.clone();
        let mut drafts = vec![];
        while drafts.len() < guesses.min(longest - start - 1)
            && guessed[start..].last() != Some(&EOS)
        {
            let q = draft(&guessed);
            guessed.push(draw(&q, rng));
            drafts.push(q);
        }
        let targets = target(&guessed);
        written.calls += 1;
        let mut next = None;
        for (step, q) in drafts.iter().enumerate() {
            let (p, guess) = (&targets[start + step], guessed[start + step]);
            written.offered += 1;
            if rng.random_range(0.0..1.0) >= p[guess] / q[guess] {
                next = Some(draw(&residual(p, q), rng));
                break;
            }
            written.accepted += 1;
            if guess == EOS {
                return written;
            }
            written.text.push(guess);
        }
        let bonus = &targets[guessed.len()];
        let next = next.unwrap_or_else(|| draw(bonus, rng));
        if next == EOS {
            return written;
        }
        written.text.push(next);
    }
    written
    //@ stub let size = draft(&[]).len() + target(&[]).len();
    //@ stub let random = rng.next_u32();
    //@ stub todo!("{size}, {guesses} guesses, {longest} tokens, {random}")
    //@ end
}
//@ instructor

extern crate self as guess_and_check;
#[path = "../tests/hidden.rs"]
mod hidden;
#[path = "../tests/public.rs"]
mod public;
//@ end
