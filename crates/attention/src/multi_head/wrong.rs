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
    let dropout = layer.dropout.rate();
    let [queries, keys, values] =
        project(layer, [queries, keys, values])
            .map(|x| split_without_permute(x, layer.heads()));
    let Attended { output, weights } =
        attend(queries, keys, values, mask, dropout);
    let output = layer.output.forward(merge_without_permute(output));
    Attended { output, weights }
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
    let dropout = layer.dropout.rate();
    let [queries, keys, values] =
        project(layer, [queries, keys, values])
            .map(|x| split_heads(x, layer.heads()));
    let Attended { output, weights } =
        attend(queries, keys, values, mask, dropout);
    let output = layer.output.forward(merge_without_permute(output));
    Attended { output, weights }
}

fn project<'t>(
    layer: &MultiHead,
    inputs: [Var<'t>; 3],
) -> [Var<'t>; 3] {
    let [queries, keys, values] = inputs;
    [
        layer.query.forward(queries),
        layer.key.forward(keys),
        layer.value.forward(values),
    ]
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
