//! Attention: composed of other operations, and as one operation.

mod blocks;
mod fused;
mod passes;

pub use fused::fused_attend;

use crate::Real;
use crate::mask::Mask;
use crate::tape::Var;

/// What [`attend`] returns.
#[derive(Clone, Copy, Debug)]
pub struct Attended<'t> {
    /// The mixture of the values for each query: `[.., queries, value_dim]`.
    pub output: Var<'t>,
    /// How much each query takes of each value, before dropout: `[.., queries, keys]`.
    pub weights: Var<'t>,
}

/// Scaled dot-product attention: softmax(q kᵀ / √dim) v, where the mask says which keys count.
///
/// A query that may look at nothing gets weights of 0, and therefore an output of 0. Hidden keys and
/// values must be finite all the same: 0 times NaN is NaN. In
/// [`Mode::Train`](crate::tape::Mode::Train) each weight is dropped with the probability `dropout`,
/// after the weights that are returned.
///
/// # Shapes
///
/// `queries`: `[.., queries, dim]`, `keys`: `[.., keys, dim]`, `values`: `[.., keys, value_dim]`, where
/// `..` is nothing, `batch`, or `batch, heads`.
///
/// # Panics
///
/// If the sizes, the mask or the rate of dropout do not fit.
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
        panic!("attend: []: queries have at least two axes");
    };
    // The queries are smaller than the scores if dim is below the
    // number of keys.
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
