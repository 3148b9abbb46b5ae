//! Sequences of different lengths in one array.

use engine::mask::Mask;
use engine::nn::Tokens;
use ndarray::Array2;

use super::super::vocabulary::PAD;
use super::BatchError;

/// Sequences of different lengths in one array, padded with [`PAD`].
///
/// # Example
///
/// ```
/// use attention::data::{BatchError, Padded};
/// use ndarray::array;
///
/// let padded = Padded::new(&[vec![5, 6, 3], vec![7, 3]], 10)?;
/// assert_eq!(padded.tokens.ids(), &array![[5, 6, 3], [7, 3, 0]].into_dyn());
/// assert_eq!((padded.batch(), padded.steps(), padded.lens.as_slice()), (2, 3, &[3, 2][..]));
/// assert!(!padded.mask().allows(1, 0, 2)); // example 1, any query, key 2
/// # Ok::<(), BatchError>(())
/// ```
#[doc(alias = "pad_sequence")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Padded {
    /// All tokens, `[batch, steps]`.
    pub tokens: Tokens,
    /// The number of tokens of each sequence without padding, `[batch]`.
    pub lens: Vec<usize>,
}

impl Padded {
    /// Pads all sequences to the length of the longest.
    ///
    /// # Errors
    ///
    /// If there are no sequences, if a sequence is empty, or if a token is not in the vocabulary.
    pub fn new(
        sequences: &[impl AsRef<[usize]>],
        vocab: usize,
    ) -> Result<Self, BatchError> {
        let (ids, lens) = pad(sequences)?;
        let tokens = Tokens::new(ids, vocab)?;
        Ok(Self { tokens, lens })
    }

    /// Returns the number of sequences.
    pub fn batch(&self) -> usize {
        self.lens.len()
    }

    /// Returns the length of the longest sequence.
    pub fn steps(&self) -> usize {
        self.tokens.shape()[1]
    }

    /// Returns a mask that allows all tokens except the padding.
    pub fn mask(&self) -> Mask {
        Mask::valid_lens(self.lens.clone())
    }
}

/// Pads sequences into rows, and returns their lengths.
pub(super) fn pad(
    sequences: &[impl AsRef<[usize]>],
) -> Result<(Array2<usize>, Vec<usize>), BatchError> {
    let lens: Vec<usize> =
        sequences.iter().map(|ids| ids.as_ref().len()).collect();
    if let Some(empty) = lens.iter().position(|&len| len == 0) {
        return Err(BatchError::Empty(empty));
    }
    let steps =
        lens.iter().copied().max().ok_or(BatchError::NoSequences)?;
    let padded = Array2::from_shape_fn(
        (lens.len(), steps),
        |(sequence, step)| {
            let ids = sequences[sequence].as_ref();
            ids.get(step).copied().unwrap_or(PAD)
        },
    );
    Ok((padded, lens))
}
