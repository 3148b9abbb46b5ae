//! The least loss that is possible on data where one sentence has several translations.

use std::collections::HashMap;

use super::tokenizer::tokenize;
use super::{Corpus, Example};

impl Corpus {
    /// The entropy floor: the least mean loss per target token that any model can reach on the pairs of
    /// this corpus, in nats.
    ///
    /// It is what [`floor`] computes if every token is in the vocabulary.
    ///
    /// # Example
    ///
    /// ```
    /// use attention::data::{Corpus, Pair};
    ///
    /// let pairs = [("go.", "va !"), ("go.", "allez !"), ("hi.", "salut.")];
    /// let corpus = Corpus::from_pairs(pairs.map(|(source, target)| Pair {
    ///     source: source.into(),
    ///     target: target.into(),
    /// }));
    /// // Two pairs cost ln 2 each, and the three targets have 3 tokens each, with <eos>.
    /// assert!((corpus.floor() - 2.0 * 2.0_f64.ln() / 9.0).abs() < 1e-12);
    /// ```
    pub fn floor(&self) -> f64 {
        let mut loss = 0.0;
        let mut tokens = 0;
        for sentence in self.sentences() {
            let count = sentence.translations.len() as f64;
            loss += count * count.ln();
            let lens = sentence.translations.iter();
            tokens += lens
                .map(|target| tokenize(target).len() + 1)
                .sum::<usize>();
        }
        per_token(loss, tokens)
    }
}

/// The entropy floor of encoded examples: the least mean loss per target token, with `<eos>`, that any
/// model can reach on them, in nats.
///
/// A model that sees a source $`x`$ cannot know which of its translations is asked for. If $`x`$ has
/// $`n_x`$ examples and the target $`y`$ is in $`n_{xy}`$ of them, then a model that gives the
/// probability $`p(y \mid x)`$ to the whole target loses
/// $`-\sum_{x, y} n_{xy} \ln p(y \mid x)`$ on all of them. This is least for
/// $`p(y \mid x) = n_{xy} / n_x`$ (Gibbs' inequality), and this least loss, divided by the number of all
/// target tokens, is the floor. If a source has $`k`$ translations, and one example with each, it adds
/// $`k \ln k`$ to the sum.
///
/// A model that predicts token by token has the same floor: by the chain rule,
/// $`p(y \mid x) = \prod_t p(y_t \mid y_1, \dots, y_{t-1}, x)`$, where `<eos>` is the last token, and any
/// probabilities of whole targets can be written in this way. With
/// $`p(y \mid x) = n_{xy} / n_x`$, the factor for $`y_t`$ is the share of $`y_t`$ among the examples that
/// start with $`x, y_1, \dots, y_{t-1}`$. The loss is therefore also the sum over all these prefixes of
/// the entropy of the next token, times the number of examples with the prefix: most tokens cost
/// nothing, and only where translations part is something lost.
///
/// Examples are compared as numbers. Words that are `<unk>` for the vocabulary are all the same, so
/// translations may become equal, and sources too. Without examples the floor is 0.
///
/// # Example
///
/// ```
/// use attention::data::{Example, floor};
///
/// // The source is followed by 7 in two of three examples, and by 8 in one.
/// let examples = [7, 7, 8].map(|token| Example { source: vec![5, 3], target: vec![token, 3] });
/// let loss = 2.0 * 1.5_f64.ln() + 3.0_f64.ln();
/// assert!((floor(&examples) - loss / 6.0).abs() < 1e-12);
/// ```
// ANCHOR: floor
pub fn floor(examples: &[Example]) -> f64 {
    let mut of_source: HashMap<&[usize], usize> = HashMap::new();
    let mut of_pair: HashMap<&Example, usize> = HashMap::new();
    for example in examples {
        *of_source.entry(&example.source).or_default() += 1;
        *of_pair.entry(example).or_default() += 1;
    }
    let losses = examples.iter().map(|example| {
        let source = of_source[example.source.as_slice()] as f64;
        let pair = of_pair[example] as f64;
        (source / pair).ln()
    });
    let tokens =
        examples.iter().map(|example| example.target.len()).sum();
    per_token(losses.sum(), tokens)
}
// ANCHOR_END: floor

/// The mean, or 0 if there are no tokens.
fn per_token(loss: f64, tokens: usize) -> f64 {
    loss / tokens.max(1) as f64
}

#[cfg(test)]
mod tests;
