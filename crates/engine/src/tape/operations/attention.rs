//! Scaled dot-product attention: composed of other operations, and fused into one.

mod blocks;
mod fused;
mod online;
mod passes;
mod product;

pub use fused::fused_attend;

use crate::Real;
use crate::mask::Mask;
use crate::tape::Var;

/// The output and weights of [`attend`].
#[derive(Clone, Copy, Debug)]
pub struct Attended<'t> {
    /// The output for each query, `[.., queries, value_dim]`.
    pub output: Var<'t>,
    /// The attention weights before dropout, `[.., queries, keys]`.
    pub weights: Var<'t>,
}

/// Returns scaled dot-product attention, softmax(q kᵀ / √dim) v, with a masked softmax.
///
/// If all keys of a query are masked, its weights and output are 0. Masked keys and values must be
/// finite nevertheless, because 0 times NaN is NaN. In [`Mode::Train`](crate::tape::Mode::Train),
/// weights are dropped with probability `dropout`; the returned weights are those before dropout.
///
/// # Shapes
///
/// `queries`: `[.., queries, dim]`, `keys`: `[.., keys, dim]`, `values`: `[.., keys, value_dim]`,
/// where `..` is empty, `batch`, or `batch, heads`.
///
/// # Panics
///
/// If the shapes or the mask do not fit, or if the dropout rate is not in [0, 1).
///
/// # Source
///
/// Vaswani et al. (2017), *Attention is all you need*, Equation 1.
///
/// # Example
///
/// ```
/// use attention::mask::Mask;
/// use attention::tape::{Mode, Tape, attend};
/// use ndarray::array;
///
/// let tape = Tape::new(Mode::Eval, 0);
/// let query = tape.constant(array![[0.0, 0.0]]);
/// let keys = tape.constant(array![[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]]);
/// let values = tape.constant(array![[10.0], [20.0], [90.0]]);
/// let attended = attend(query, keys, values, &Mask::valid_lens([2]), 0.0);
/// assert_eq!(attended.weights.value(), array![[0.5, 0.5, 0.0]].into_dyn());
/// assert_eq!(attended.output.value(), array![[15.0]].into_dyn());
/// ```
// ANCHOR: attend
#[track_caller]
pub fn attend<'t>(
    queries: Var<'t>, // [.., queries, dim]
    keys: Var<'t>,    // [.., keys, dim]
    values: Var<'t>,  // [.., keys, value_dim]
    mask: &Mask,
    dropout: Real,
) -> Attended<'t> {
    let [.., dim] = queries.shape()[..] else {
        panic!("attend: []: queries need at least two axes");
    };
    // Scaling the queries is cheaper than scaling the scores if dim
    // is below the number of keys.
    // [.., queries, dim]
    let scaled = queries * (dim as Real).sqrt().recip();
    let scores = scaled.matmul(keys.transpose()); // [.., queries, keys]
    let weights = scores.softmax(mask); // [.., queries, keys]
    // [.., queries, value_dim]
    let output = weights.dropout(dropout).matmul(values);
    Attended { output, weights }
}
// ANCHOR_END: attend

#[cfg(test)]
mod tests;
