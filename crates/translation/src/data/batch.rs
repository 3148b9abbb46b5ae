//! What a model gets in one step of training.

mod error;
mod padded;
mod shuffled;

use engine::nn::Tokens;
use ndarray::Array2;

use super::vocabulary::BOS;

pub use error::BatchError;
pub use padded::Padded;
use padded::pad;
pub use shuffled::shuffled_batches;

/// A pair as numbers. Both sequences end with [`EOS`](super::EOS).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Example {
    /// The sentence to translate.
    pub source: Vec<usize>,
    /// Its translation.
    pub target: Vec<usize>,
}

/// What a model gets in one step of training.
///
/// At each step of the target, the model sees the tokens before it and predicts the next one, so the
/// inputs are the targets one step later, after `<bos>`.
///
/// # Example
///
/// ```
/// use attention::data::{BOS, Batch, BatchError, EOS, Example, PAD};
/// use ndarray::array;
///
/// let examples = [
///     Example { source: vec![5, EOS], target: vec![6, 7, EOS] },
///     Example { source: vec![8, 9, EOS], target: vec![6, EOS] },
/// ];
/// let batch = Batch::new(&examples, 10, 10)?;
/// assert_eq!(batch.source.lens, [2, 3]);
/// assert_eq!(batch.inputs.ids(), &array![[BOS, 6, 7], [BOS, 6, PAD]].into_dyn());
/// assert_eq!(batch.targets, array![[6, 7, EOS], [6, EOS, PAD]]);
/// assert_eq!((batch.target_lens.as_slice(), batch.target_tokens()), (&[3, 2][..], 5));
/// # Ok::<(), BatchError>(())
/// ```
// ANCHOR: batch
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Batch {
    /// The sentences to translate.
    pub source: Padded,
    /// `<bos>` and each target without its last token, `[batch,
    /// steps]`.
    pub inputs: Tokens,
    /// The targets, `[batch, steps]`, with [`PAD`](super::PAD) in the
    /// padding.
    pub targets: Array2<usize>,
    /// How many tokens of each target are not padding, `[batch]`.
    pub target_lens: Vec<usize>,
}
// ANCHOR_END: batch

impl Batch {
    /// Puts examples into arrays.
    ///
    /// # Shapes
    ///
    /// `source`: `[batch, steps]`, where `steps` is the length of the longest source; inputs and targets:
    /// `[batch, steps]`, where it is that of the longest target.
    ///
    /// # Errors
    ///
    /// If there is no example, if one has an empty sequence, or if a token is not below the size of its
    /// vocabulary.
    pub fn new<'a>(
        examples: impl IntoIterator<Item = &'a Example>,
        source_vocab: usize,
        target_vocab: usize,
    ) -> Result<Self, BatchError> {
        let (sources, targets): (Vec<_>, Vec<_>) = examples
            .into_iter()
            .map(|example| (&example.source, &example.target))
            .unzip();
        let source = padded("sources", &sources, source_vocab)?;
        padded("targets", &targets, target_vocab)?;
        let inputs = targets.iter().map(|target| {
            let before = &target[..target.len() - 1]; // it is not empty: it was padded
            [&[BOS], before].concat()
        });
        let inputs = padded(
            "inputs",
            &inputs.collect::<Vec<_>>(),
            target_vocab,
        )?;
        let (targets, target_lens) = pad(&targets)?;
        Ok(Self {
            source,
            inputs: inputs.tokens,
            targets,
            target_lens,
        })
    }

    /// How many tokens are predicted: those of the targets without the padding.
    pub fn target_tokens(&self) -> usize {
        self.target_lens.iter().sum()
    }
}

/// As [`Padded::new`], with errors that name the side.
fn padded(
    side: &'static str,
    sequences: &[impl AsRef<[usize]>],
    vocab: usize,
) -> Result<Padded, BatchError> {
    Padded::new(sequences, vocab).map_err(|error| error.in_the(side))
}

#[cfg(test)]
mod tests;
