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
///
/// # Shapes
///
/// As [`MultiHead::forward`].
///
/// # Panics
///
/// As [`MultiHead::forward`].
///
/// # Example
///
/// ```
/// use attention::mask::Mask;
/// use attention::multi_head::{MultiHead, MultiHeadConfig, wrong::forward_without_permute};
/// use attention::tape::{Mode, Tape};
/// use ndarray::Array3;
/// use rand::{SeedableRng, rngs::ChaCha8Rng};
///
/// let mut rng = ChaCha8Rng::seed_from_u64(0);
/// let layer = MultiHead::new(&MultiHeadConfig::new(4, 2), &mut rng)?;
/// let tape = Tape::new(Mode::Eval, 0);
/// let x = tape.constant(Array3::from_shape_fn((1, 6, 4), |(_, i, j)| (i * j) as _));
/// let wrong = forward_without_permute(&layer, x, x, x, &Mask::all());
/// let right = layer.forward(x, x, x, &Mask::all());
/// assert_eq!(wrong.output.shape(), right.output.shape());
/// assert_ne!(wrong.output.value(), right.output.value());
/// # Ok::<(), attention::nn::ConfigError>(())
/// ```
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
///
/// # Shapes
///
/// As [`MultiHead::forward`].
///
/// # Panics
///
/// As [`MultiHead::forward`].
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
