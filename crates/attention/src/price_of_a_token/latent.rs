//! Keys and values from one latent vector per token.

use ndarray::Array2;

use crate::Real;
use crate::array::softmax;

/// A head whose keys and values are projections of a cached latent vector.
///
/// # Source
///
/// DeepSeek-AI (2024), *DeepSeek-V2*, Section 2.1, without the rotated part of the keys.
///
/// # Example
///
/// Three latent vectors hold the keys 1, 3, 2 and the values 4, 8, 6:
///
/// ```
/// use attention::array::assert_close;
/// use attention::price_of_a_token::LatentHead;
/// use ndarray::array;
///
/// let head = LatentHead { key: array![[1.0], [3.0]], value: array![[4.0], [8.0]] };
/// let latents = array![[1.0, 0.0], [0.0, 1.0], [0.5, 0.5]];
/// let query = array![[1.0]];
/// assert_close(&head.expanded(&query, &latents), &array![[7.150_42]], 1e-4);
/// assert_close(&head.absorbed(&query, &latents), &array![[7.150_42]], 1e-4);
/// ```
// ANCHOR: latent_head
#[derive(Clone, Debug, PartialEq)]
pub struct LatentHead {
    /// From a latent vector to a key: `[latent, dim]`
    pub key: Array2<Real>,
    /// From a latent vector to a value: `[latent, value_dim]`
    pub value: Array2<Real>,
}
// ANCHOR_END: latent_head

impl LatentHead {
    /// Returns attention to keys and values that are computed from the latent vectors:
    /// `[queries, value_dim]`.
    // ANCHOR: expanded
    pub fn expanded(
        &self,
        queries: &Array2<Real>, // [queries, dim]
        latents: &Array2<Real>, // [keys, latent]
    ) -> Array2<Real> {
        let keys = latents.dot(&self.key); // [keys, dim]
        let values = latents.dot(&self.value); // [keys, value_dim]
        let scores = queries.dot(&keys.t()) / self.scale();
        softmax(&scores).dot(&values)
    }
    // ANCHOR_END: expanded

    /// Returns the same, with the latent vectors themselves as keys and values.
    // ANCHOR: absorbed
    pub fn absorbed(
        &self,
        queries: &Array2<Real>, // [queries, dim]
        latents: &Array2<Real>, // [keys, latent]
    ) -> Array2<Real> {
        let queries = queries.dot(&self.key.t()); // [queries, latent]
        let scores = queries.dot(&latents.t()) / self.scale();
        let mixed = softmax(&scores).dot(latents); // [queries, latent]
        mixed.dot(&self.value)
    }
    // ANCHOR_END: absorbed

    /// Returns the root of `dim`, in both orders.
    fn scale(&self) -> Real {
        (self.key.ncols() as Real).sqrt()
    }
}
