//! Numbers of tokens that are known to be in the vocabulary.

use ndarray::{Array, ArrayD, Axis, Dimension};

use super::DataError;

/// Numbers of tokens, each of which was seen to be below the size of the vocabulary.
///
/// Data can be wrong, so they are checked once, where they come in. A layer that takes `Tokens`
/// needs no second look, and cannot fail in the middle of a training.
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
///     "the token 7 at [1, 1] is not in the vocabulary of 3 tokens"
/// );
/// # Ok::<(), attention::nn::DataError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tokens {
    ids: ArrayD<usize>,
    vocab: usize,
}

impl Tokens {
    /// Checks that each number is below `vocab`.
    ///
    /// # Shapes
    ///
    /// Any: one token, `[steps]`, `[batch, steps]`.
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
            return Err(DataError::Token {
                position,
                token,
                vocab,
            });
        }
        Ok(Self { ids, vocab })
    }

    /// The numbers.
    ///
    /// # Example
    ///
    /// ```
    /// use attention::nn::Tokens;
    /// use ndarray::array;
    ///
    /// assert_eq!(Tokens::new(array![2, 0], 3)?.ids(), &array![2, 0].into_dyn());
    /// # Ok::<(), attention::nn::DataError>(())
    /// ```
    pub fn ids(&self) -> &ArrayD<usize> {
        &self.ids
    }

    /// The sizes of all axes.
    pub fn shape(&self) -> &[usize] {
        self.ids.shape()
    }

    /// How many tokens the vocabulary has.
    ///
    /// # Example
    ///
    /// ```
    /// use attention::nn::Tokens;
    /// use ndarray::array;
    ///
    /// assert_eq!(Tokens::new(array![2, 0], 3)?.vocab(), 3);
    /// # Ok::<(), attention::nn::DataError>(())
    /// ```
    pub fn vocab(&self) -> usize {
        self.vocab
    }

    /// The same numbers with one more axis of the length 1.
    ///
    /// # Panics
    ///
    /// If there is no such place: `insert_axis: tokens [2]: there is no place 2`.
    ///
    /// # Example
    ///
    /// ```
    /// use attention::nn::Tokens;
    /// use ndarray::array;
    ///
    /// let tokens = Tokens::new(array![2, 0], 3)?;
    /// assert_eq!(tokens.insert_axis(1).shape(), [2, 1]);
    /// # Ok::<(), attention::nn::DataError>(())
    /// ```
    #[track_caller]
    #[must_use]
    pub fn insert_axis(&self, axis: usize) -> Self {
        let shape = self.shape();
        assert!(
            axis <= shape.len(),
            "insert_axis: tokens {shape:?}: there is no place {axis}"
        );
        Self {
            ids: self.ids.clone().insert_axis(Axis(axis)),
            vocab: self.vocab,
        }
    }
}

#[cfg(test)]
mod tests;
