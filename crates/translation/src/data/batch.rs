//! The data of one training step.

mod by_length;
mod error;
mod padded;
mod shuffled;

use engine::nn::Tokens;
use ndarray::Array2;

use super::vocabulary::BOS;

pub use by_length::batches_by_length;
pub use error::BatchError;
pub use padded::Padded;
use padded::pad;
pub use shuffled::shuffled_batches;

/// A pair as indices of tokens. Both sequences end with [`EOS`](super::EOS).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Example {
    /// The sentence to translate.
    pub source: Vec<usize>,
    /// Its translation.
    pub target: Vec<usize>,
}

/// The data of one training step.
///
/// At each step of the target, the model receives the previous tokens and predicts the next one.
/// The inputs are therefore the targets, one step later, after `<bos>`.
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
    /// `<bos>` and each target without its last token,
    /// `[batch, steps]`.
    pub inputs: Tokens,
    /// The targets, `[batch, steps]`, with padding of
    /// [`PAD`](super::PAD).
    pub targets: Array2<usize>,
    /// The number of tokens of each target without padding, `[batch]`.
    pub target_lens: Vec<usize>,
}
// ANCHOR_END: batch

impl Batch {
    /// Pads examples to the length of the longest source and of the longest target, and puts them
    /// into arrays.
    ///
    /// # Errors
    ///
    /// If there are no examples, if a sequence is empty, or if a token is not in its vocabulary.
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
            // not empty: it was padded
            let before = &target[..target.len() - 1];
            [&[BOS], before].concat()
        });
        let inputs = padded(
            "inputs",
            &inputs.collect::<Vec<_>>(),
            target_vocab,
        )?;
        let (targets, target_lens) = pad(&targets)?;
        Ok(Self { source, inputs: inputs.tokens, targets, target_lens })
    }

    /// Returns the number of predicted tokens, which are the targets without padding.
    pub fn target_tokens(&self) -> usize {
        self.target_lens.iter().sum()
    }
}

/// Calls [`Padded::new`], and names the side in an error.
fn padded(
    side: &'static str,
    sequences: &[impl AsRef<[usize]>],
    vocab: usize,
) -> Result<Padded, BatchError> {
    Padded::new(sequences, vocab).map_err(|problem| BatchError::Side {
        side,
        problem: Box::new(problem),
    })
}
