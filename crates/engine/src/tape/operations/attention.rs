//! Scaled dot-product attention: composed of other operations, and fused into one.

mod blocks;
mod fused;
mod online;
mod passes;

pub use fused::fused_attend;

use ndarray::Array4;

use crate::Real;
use crate::mask::Mask;
use crate::tape::{Mode, Var};

/// The number of keys from which training is faster in blocks.
const LONG: usize = 512;

/// The output and weights of [`attend`].
#[derive(Clone, Copy, Debug)]
pub struct Attended<'t> {
    /// The output for each query, `[.., queries, value_dim]`.
    pub output: Var<'t>,
    /// The attention weights before dropout, `[.., queries, keys]`, or `[batch, heads, queries, 0]`
    /// if they were not computed, see [`attend_in_blocks`].
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
/// If the dropout rate is not in [0, 1).
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
#[doc(alias = "scaled_dot_product_attention")]
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

/// Returns [`attend`] for several heads, computed by [`attend_in_blocks`] if that is faster.
///
/// # Shapes
///
/// As [`attend_in_blocks`], with `heads` for `key_heads`.
#[track_caller]
pub fn attend_heads<'t>(
    queries: Var<'t>,
    keys: Var<'t>,
    values: Var<'t>,
    mask: &Mask,
    dropout: Real,
) -> Attended<'t> {
    let in_blocks = match dropout {
        0.0 => attend_in_blocks(queries, keys, values, mask),
        _ => None,
    };
    in_blocks.unwrap_or_else(|| attend(queries, keys, values, mask, dropout))
}

/// Returns attention of several heads, computed by [`fused_attend`], if the tape trains on at least
/// 512 keys.
///
/// With fewer keys, [`attend`] is as fast, and outside of [`Mode::Train`] its weights may be
/// wanted. The weights of the result are empty: `[batch, heads, queries, 0]`.
///
/// # Shapes
///
/// `queries`: `[batch, heads, queries, dim]`, `keys`: `[batch, key_heads, keys, dim]`, `values`:
/// `[batch, key_heads, keys, value_dim]`, to `[batch, heads, queries, value_dim]`.
#[track_caller]
pub fn attend_in_blocks<'t>(
    queries: Var<'t>,
    keys: Var<'t>,
    values: Var<'t>,
    mask: &Mask,
) -> Option<Attended<'t>> {
    let [q, k, v] = [queries, keys, values].map(Var::shape);
    let (&[batch, heads, count, _], &[_, key_heads, key_count, _], &[.., value_dim]) =
        (&q[..], &k[..], &v[..])
    else {
        return None;
    };
    if queries.tape().mode() != Mode::Train || key_count < LONG {
        return None;
    }
    let [queries, keys, values] = [queries, keys, values].map(joined);
    let output = fused_attend(queries, keys, values, heads, key_heads, mask)
        .reshape(&[batch, count, heads, value_dim])
        .permute(&[0, 2, 1, 3]);
    let weights = Array4::zeros((batch, heads, count, 0));
    let weights = queries.tape().constant(weights);
    Some(Attended { output, weights })
}

/// Lays the heads of each position one after another, as [`fused_attend`] expects them.
#[track_caller]
fn joined(x: Var<'_>) -> Var<'_> {
    let [batch, heads, positions, dim] = x.dims();
    x.permute(&[0, 2, 1, 3]).reshape(&[batch, positions, heads * dim])
}

#[cfg(test)]
mod tests;
