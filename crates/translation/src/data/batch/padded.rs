//! Sequences of several lengths in one array.

use engine::mask::Mask;
use engine::nn::Tokens;
use ndarray::Array2;

use super::super::vocabulary::PAD;
use super::BatchError;

/// Sequences of several lengths in one array, filled up with [`PAD`] after their ends.
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Padded {
    /// All tokens, `[batch, steps]`.
    pub tokens: Tokens,
    /// How many tokens of each sequence are not padding, `[batch]`.
    pub lens: Vec<usize>,
}

impl Padded {
    /// Fills all sequences up to the length of the longest.
    ///
    /// # Shapes
    ///
    /// The result has the shape `[batch, steps]`.
    ///
    /// # Errors
    ///
    /// If there is no sequence, one is empty, or a token is not below `vocab`.
    pub fn new(
        sequences: &[impl AsRef<[usize]>],
        vocab: usize,
    ) -> Result<Self, BatchError> {
        let (ids, lens) = pad(sequences)?;
        let tokens = Tokens::new(ids, vocab)?;
        Ok(Self { tokens, lens })
    }

    /// How many sequences there are.
    pub fn batch(&self) -> usize {
        self.lens.len()
    }

    /// The length of the longest.
    pub fn steps(&self) -> usize {
        self.tokens.shape()[1]
    }

    /// Allows to look at all tokens but the padding.
    pub fn mask(&self) -> Mask {
        Mask::valid_lens(self.lens.clone())
    }
}

/// The sequences as rows, and their lengths.
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
