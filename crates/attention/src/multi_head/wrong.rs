//! Multi-head attention with mistakes that training does not reveal.

use super::{MultiHead, split_heads};
use crate::mask::Mask;
use crate::tape::{Attended, Var, attend};

/// Computes [`MultiHead::forward`] without the permutations next to both reshapes, a common
/// mistake.
///
/// All shapes match, and training lowers the loss. But each position is cut into as many pieces as
/// there are heads, and each head receives consecutive pieces. If the number of heads divides the
/// number of positions, a head holds all columns of some positions, so its queries never meet the
/// keys of another head. Otherwise, a position at a border has pieces in two heads.
#[track_caller]
pub fn forward_without_permute<'t>(
    layer: &MultiHead,
    queries: Var<'t>,
    keys: Var<'t>,
    values: Var<'t>,
    mask: &Mask,
) -> Attended<'t> {
    let inputs = [queries, keys, values];
    forward(layer, inputs, mask, split_without_permute)
}

/// Computes [`MultiHead::forward`] with a correct split, but merges without a permutation.
///
/// Each head is correct, but an output receives results of the heads for other queries.
#[track_caller]
pub fn forward_with_wrong_merge<'t>(
    layer: &MultiHead,
    queries: Var<'t>,
    keys: Var<'t>,
    values: Var<'t>,
    mask: &Mask,
) -> Attended<'t> {
    forward(layer, [queries, keys, values], mask, split_heads)
}

/// Merges the heads wrongly after this split.
#[track_caller]
fn forward<'t>(
    layer: &MultiHead,
    [queries, keys, values]: [Var<'t>; 3],
    mask: &Mask,
    split: fn(Var<'t>, usize) -> Var<'t>,
) -> Attended<'t> {
    let [queries, keys, values] = [
        layer.query.forward(queries),
        layer.key.forward(keys),
        layer.value.forward(values),
    ]
    .map(|x| split(x, layer.heads()));
    let rate = layer.dropout.rate();
    let attended = attend(queries, keys, values, mask, rate);
    let merged = merge_without_permute(attended.output);
    let output = layer.output.forward(merged);
    Attended { output, ..attended }
}

// ANCHOR: wrong
/// Reshapes wrongly: to `[batch, heads, positions, dim]` without a
/// permutation.
fn split_without_permute(x: Var<'_>, heads: usize) -> Var<'_> {
    let [batch, positions, hidden] = x.dims();
    x.reshape(&[batch, heads, positions, hidden / heads])
}

/// Reshapes wrongly: to `[batch, positions, hidden]` without a
/// permutation.
fn merge_without_permute(x: Var<'_>) -> Var<'_> {
    let [batch, heads, positions, dim] = x.dims();
    x.reshape(&[batch, positions, heads * dim])
}
// ANCHOR_END: wrong
