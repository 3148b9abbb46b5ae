//! Tokens that are known to be in the vocabulary.

use ndarray::{Array, ArrayD, Axis, Dimension};

use super::DataError;

/// An array of tokens, each checked to be below the size of the vocabulary.
///
/// The check happens once, where data enter the program, so a layer that takes `Tokens` cannot fail
/// in the middle of training.
///
/// # Example
///
/// ```
/// use attention::nn::Tokens;
/// use ndarray::array;
///
/// let tokens = Tokens::new(array![[0, 2], [1, 1]], 3)?;
/// assert_eq!(tokens.shape(), [2, 2]);
///
/// let error = Tokens::new(array![[0, 2], [1, 7]], 3).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "token 7 at [1, 1] is outside the vocabulary of 3 tokens"
/// );
/// # Ok::<(), attention::nn::DataError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tokens {
    ids: ArrayD<usize>,
    vocab: usize,
}

impl Tokens {
    /// Checks that each token is below `vocab`.
    ///
    /// # Shapes
    ///
    /// Any, such as `[]`, `[steps]`, or `[batch, steps]`.
    ///
    /// # Errors
    ///
    /// [`DataError::Token`] for the first token that is not.
    pub fn new<D: Dimension>(
        ids: Array<usize, D>,
        vocab: usize,
    ) -> Result<Self, DataError> {
        let ids = ids.into_dyn();
        let unknown = ids.indexed_iter().find(|(_, id)| **id >= vocab);
        if let Some((position, &token)) = unknown {
            let position = position.as_array_view().to_vec();
            return Err(DataError::Token { position, token, vocab });
        }
        Ok(Self { ids, vocab })
    }

    /// Returns the tokens as an array.
    pub fn ids(&self) -> &ArrayD<usize> {
        &self.ids
    }

    /// Returns the shape of the array.
    pub fn shape(&self) -> &[usize] {
        self.ids.shape()
    }

    /// Returns the size of the vocabulary.
    pub fn vocab(&self) -> usize {
        self.vocab
    }

    /// Returns the tokens with a new axis of length 1.
    #[track_caller]
    #[must_use]
    pub fn insert_axis(&self, axis: usize) -> Self {
        let shape = self.shape();
        assert!(
            axis <= shape.len(),
            "insert_axis: tokens {shape:?}: axis {axis} is out of bounds"
        );
        Self { ids: self.ids.clone().insert_axis(Axis(axis)), vocab: self.vocab }
    }
}
