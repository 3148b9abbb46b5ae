//! Attention as one operation, whose memory is linear in the number of keys.

use ndarray::{Array3, ArrayD};

use super::blocks::Sizes;
use super::passes::Inputs;
use crate::mask::Mask;
use crate::tape::Var;
use crate::tape::kernels::rows::{entries, in_standard_order};

/// Returns multi-head scaled dot-product attention as one operation, which never stores all
/// weights.
///
/// Head h reads columns h · dim to (h + 1) · dim of the queries and writes its columns of the
/// output. Keys and values may have fewer heads, each of which serves `heads / key_heads`
/// consecutive heads: head h reads key head h / (heads / key_heads).
///
/// There is no dropout, and weights are not returned; [`attend`](super::attend) offers both. With
/// one head and without dropout, the two agree up to rounding.
///
/// If all keys of a query are masked, its output and gradient are 0. Masked keys and values must be
/// finite nevertheless, because 0 times NaN is NaN. Blocks of keys that are masked for all queries
/// of a block are skipped, so what a causal mask saves approaches half of the time for long texts.
///
/// # Memory
///
/// The weights of [`attend`](super::attend) have `batch · heads · queries · keys` entries, in the
/// forward pass and again in the backward pass. This operation stores the weights of at most 192
/// queries and 512 keys at a time, in one buffer for the forward pass and two for the backward
/// pass. Between them, it keeps the log-sum-exp of the scores for each query and head, from which
/// the backward pass recomputes the weights.
///
/// # Shapes
///
/// `queries`: `[batch, queries, heads * dim]`, `keys`: `[batch, keys, key_heads * dim]`, `values`:
/// `[batch, keys, key_heads * value_dim]`, to `[batch, queries, heads * value_dim]`.
///
/// # Source
///
/// Rabe and Staats (2021), *Self-attention does not need O(n²) memory*, for the memory; Dao et al.
/// (2022), *FlashAttention*, Algorithm 4, for recomputing the weights; Ainslie et al. (2023),
/// *GQA*, for the shared key heads.
#[doc(alias("flash_attention", "scaled_dot_product_attention"))]
#[track_caller]
pub fn fused_attend<'t>(
    queries: Var<'t>,
    keys: Var<'t>,
    values: Var<'t>,
    heads: usize,
    key_heads: usize,
    mask: &Mask,
) -> Var<'t> {
    let sizes = check(queries, keys, values, [heads, key_heads], mask);
    let inputs = Inputs {
        queries: in_standard_order(queries.value()),
        keys: in_standard_order(keys.value()),
        values: in_standard_order(values.value()),
        sizes,
        mask: mask.clone(),
    };
    let (output, log_sums) = inputs.forward();
    let shape = [sizes.batch, sizes.queries, heads * sizes.value_dim];
    let output = Array3::from_shape_vec(shape, output);
    let output = output.expect("each head has a row for each query").into_shared();
    let kept = output.clone();
    let parents = [queries, keys, values];
    queries.tape().record("fused_attend", parents, output, move |d, slots| {
        let d = in_standard_order(d);
        let inputs_of = [&inputs.queries, &inputs.keys, &inputs.values];
        let mut gradients = [0, 1, 2].map(|place| {
            slots[place].wanted().then(|| vec![0.0; inputs_of[place].len()])
        });
        inputs.backward(entries(&kept), &log_sums, entries(&d), &mut gradients);
        for ((slot, gradient), input) in slots.iter().zip(gradients).zip(inputs_of) {
            if let Some(gradient) = gradient {
                let gradient = ArrayD::from_shape_vec(input.raw_dim(), gradient);
                slot.add(|| gradient.expect("one entry for each of the input"));
            }
        }
    })
}

#[track_caller]
fn check(
    queries: Var<'_>,
    keys: Var<'_>,
    values: Var<'_>,
    [heads, key_heads]: [usize; 2],
    mask: &Mask,
) -> Sizes {
    let shapes = [queries, keys, values].map(Var::shape);
    let [queries, keys, values] = shapes.each_ref().map(Vec::as_slice);
    let call = || format!("fused_attend: {queries:?} x {keys:?} x {values:?}");
    let (
        &[batch, query_count, columns],
        &[keys_batch, key_count, key_columns],
        &[values_batch, value_count, value_columns],
    ) = (queries, keys, values)
    else {
        panic!("{}: each input needs three axes", call());
    };
    assert!(
        batch == keys_batch && batch == values_batch,
        "{}: batch sizes {batch}, {keys_batch}, and {values_batch} differ",
        call()
    );
    assert!(
        key_count == value_count,
        "{}: numbers {key_count} and {value_count} of keys and values differ",
        call()
    );
    assert!(heads > 0, "{}: heads must be at least 1", call());
    assert!(columns > 0, "{}: queries have no columns", call());
    assert!(
        columns.is_multiple_of(heads),
        "{}: {columns} columns are not divisible by {heads} heads",
        call()
    );
    assert!(
        heads.is_multiple_of(key_heads),
        "{}: {heads} heads are not divisible by {key_heads} key heads",
        call()
    );
    let dim = columns / heads;
    assert!(
        key_columns == key_heads * dim,
        "{}: {key_columns} columns of keys are not {key_heads} key heads of dim {dim}",
        call()
    );
    assert!(
        value_columns.is_multiple_of(key_heads),
        "{}: {value_columns} columns of values are not divisible by {key_heads} key heads",
        call()
    );
    mask.check("fused_attend", &[batch, heads, query_count, key_count]);
    Sizes {
        batch,
        heads,
        key_heads,
        queries: query_count,
        keys: key_count,
        dim,
        value_dim: value_columns / key_heads,
    }
}
