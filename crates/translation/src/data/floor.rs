//! The smallest possible loss on data in which a sentence has several translations.

use std::collections::HashMap;

use super::{Corpus, Example, Vocabularies};

impl Corpus {
    /// Returns the entropy floor: the smallest mean loss per target token that any model can have
    /// on the pairs of this corpus, in nats, if every token is in the vocabulary.
    pub fn floor(&self) -> f64 {
        floor(&Vocabularies::new(self, 1).examples(self))
    }
}

/// Returns the entropy floor of encoded examples: the smallest mean loss per target token,
/// including `<eos>`, that any model can have on them, in nats.
///
/// From a source x, a model cannot know which of its translations is expected. If x has n(x)
/// examples, of which n(x, y) have target y, a model with probability p(y | x) of the whole target
/// has the total loss −∑ n(x, y) ln p(y | x), summed over all x and y. It is smallest at p(y | x) =
/// n(x, y) / n(x) by Gibbs' inequality, and this smallest loss, divided by the number of all target
/// tokens, is the floor. A source with k translations and one example of each adds k ln k to the
/// sum.
///
/// A model that predicts token by token has the same floor. By the chain rule, p(y | x) is the
/// product of the probabilities of all tokens of y, each given x and the tokens before it, where
/// `<eos>` is the last token. Any probabilities of whole targets can be written in this way. At the
/// floor, the factor for a token is the fraction of examples with this token among the examples
/// that start with the same source and prefix. The loss is therefore also the sum over all these
/// prefixes of the entropy of the next token, times the number of examples with the prefix. Only
/// the tokens at which translations diverge add to it.
///
/// Examples are compared by the indices of their tokens. All words that are `<unk>` are equal, so
/// different sources or translations may become equal. Without examples, the floor is 0.
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
    let tokens: usize =
        examples.iter().map(|example| example.target.len()).sum();
    losses.sum::<f64>() / tokens.max(1) as f64
}
// ANCHOR_END: floor
