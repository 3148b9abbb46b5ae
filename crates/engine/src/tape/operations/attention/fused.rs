//! Attention as one operation, with memory that grows with the number of keys and not with its square.

use ndarray::{ArcArray, Array3, Ix3};

use super::passes::Inputs;
use crate::Real;
use crate::mask::Mask;
use crate::tape::{Slot, Var};

/// Scaled dot-product attention of several heads as one operation, which never stores the weights.
///
/// Head h reads the columns h · dim to (h + 1) · dim of queries and keys, and likewise of the values, and
/// writes its columns of the output. Without the weights there is nothing to show and nothing to
/// drop: for both use [`attend`](super::attend). With one head and without dropout the two agree to
/// rounding.
///
/// A query that may look at nothing gets 0, and its gradient is 0. Hidden keys and values must be
/// finite all the same: 0 times NaN is NaN. Keys that a mask hides from all
/// queries nearby are skipped, so that a causal mask saves nearly half of the time.
///
/// # Memory
///
/// The weights of [`attend`](super::attend) need `batch · heads · queries · keys` numbers, in the
/// forward pass and again in the backward pass. Here there are 128 rows of weights at any time, in one
/// buffer that all blocks share (two in the backward pass), and one number for each query and head is
/// kept in between: the logarithm of the sum of the exponentials of its scores. From it the
/// backward pass computes the weights again.
///
/// # Shapes
///
/// `queries`: `[batch, queries, heads * dim]`, `keys`: `[batch, keys, heads * dim]`, `values`:
/// `[batch, keys, heads * value_dim]`, to `[batch, queries, heads * value_dim]`.
///
/// # Panics
///
/// If the sizes or the mask do not fit, or if `heads` does not divide the columns.
///
/// # Source
///
/// Rabe, Staats (2021), *Self-attention does not need O(n²) memory*, for the memory; Dao et al. (2022),
/// *FlashAttention*, Algorithm 4, for the weights that are computed again.
///
/// # Example
///
/// ```
/// use attention::mask::Mask;
/// use attention::tape::{Mode, Tape, fused_attend};
/// use ndarray::array;
///
/// // Two heads with dim 1 and value_dim 1.
/// let tape = Tape::new(Mode::Eval, 0);
/// let queries = tape.constant(array![[[0.0, 50.0]]]);
/// let keys = tape.constant(array![[[1.0, 1.0], [2.0, 2.0]]]);
/// let values = tape.constant(array![[[10.0, 3.0], [20.0, 4.0]]]);
/// let output = fused_attend(queries, keys, values, 2, &Mask::all());
/// assert_eq!(output.value(), array![[[15.0, 4.0]]].into_dyn());
/// ```
#[track_caller]
pub fn fused_attend<'t>(
    queries: Var<'t>,
    keys: Var<'t>,
    values: Var<'t>,
    heads: usize,
    mask: &Mask,
) -> Var<'t> {
    check(queries, keys, values, heads, mask);
    let three = |input: Var<'t>| {
        let value = input.value().into_dimensionality::<Ix3>();
        value.expect("all inputs have three axes")
    };
    let inputs = Inputs {
        queries: three(queries),
        keys: three(keys),
        values: three(values),
        heads,
        mask: mask.clone(),
    };
    let (output, log_sums) = inputs.forward();
    let output = output.into_shared();
    let kept = output.clone();
    let parents = [queries, keys, values];
    queries
        .tape()
        .record("fused_attend", parents, output, move |d, slots| {
            let d = d.into_dimensionality::<Ix3>();
            let d = d.expect("the gradient has the shape of the output");
            let room = |slot: &Slot<'_>, input: &ArcArray<Real, Ix3>| {
                slot.wanted().then(|| Array3::zeros(input.raw_dim()))
            };
            let mut gradients = [
                room(&slots[0], &inputs.queries),
                room(&slots[1], &inputs.keys),
                room(&slots[2], &inputs.values),
            ];
            inputs.backward(&kept.view(), &log_sums, &d.view(), &mut gradients);
            for (slot, gradient) in slots.iter().zip(gradients) {
                if let Some(gradient) = gradient {
                    slot.add(|| gradient.into_dyn());
                }
            }
        })
}

#[track_caller]
fn check(queries: Var<'_>, keys: Var<'_>, values: Var<'_>, heads: usize, mask: &Mask) {
    let shapes = [queries, keys, values].map(Var::shape);
    let [queries, keys, values] = shapes.each_ref().map(Vec::as_slice);
    let call = || format!("fused_attend: {queries:?} x {keys:?} x {values:?}");
    let (
        &[batch, query_count, columns],
        &[keys_batch, key_count, key_columns],
        &[values_batch, value_count, value_columns],
    ) = (queries, keys, values)
    else {
        panic!("{}: each needs three axes", call());
    };
    assert!(
        batch == keys_batch && batch == values_batch,
        "{}: batch sizes {batch}, {keys_batch} and {values_batch} differ",
        call()
    );
    assert!(
        columns == key_columns,
        "{}: {columns} columns of queries and {key_columns} of keys",
        call()
    );
    assert!(
        key_count == value_count,
        "{}: {key_count} keys and {value_count} values",
        call()
    );
    for columns in [columns, value_columns] {
        assert!(
            heads > 0 && columns.is_multiple_of(heads),
            "{}: {heads} heads do not divide {columns} columns",
            call()
        );
    }
    mask.check("fused_attend", &[batch, heads, query_count, key_count]);
}
