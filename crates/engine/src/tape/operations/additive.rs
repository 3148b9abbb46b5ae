//! The scores of additive attention as one operation, which never stores an array with four axes.

use std::ops::Range;

use ndarray::ArrayD;

use crate::Real;
use crate::array::{dot, tanh_in_place};
use crate::tape::kernels::rows::{entries, entries_mut, in_standard_order};
use crate::tape::{Value, Var};

/// The number of sums that are stored at a time, few enough for the fastest cache.
const BLOCK: usize = 4096;

/// Returns the additive scores wᵀ tanh(q + k) of all pairs of queries and keys.
///
/// Queries and keys must be projected to the hidden size already;
/// `scoring_functions::additive_scores`, for plain arrays, includes the projections. With
/// broadcasting, the sums of all pairs would have the shape `[batch, queries, keys, hidden]`. This
/// operation stores 4,096 of them at a time, and the backward pass recomputes them.
///
/// # Shapes
///
/// `queries`: `[batch, queries, hidden]`, `keys`: `[batch, keys, hidden]`, `weight`: `[hidden]`, to
/// `[batch, queries, keys]`.
///
/// # Source
///
/// Bahdanau, Cho, and Bengio (2015), *Neural machine translation by jointly learning to align and
/// translate*, Appendix A.1.2.
#[track_caller]
pub fn fused_additive_scores<'t>(
    queries: Var<'t>,
    keys: Var<'t>,
    weight: Var<'t>,
) -> Var<'t> {
    let inputs = Inputs {
        sizes: check(queries, keys, weight),
        queries: in_standard_order(queries.value()),
        keys: in_standard_order(keys.value()),
        weight: in_standard_order(weight.value()),
    };
    let scores = inputs.forward();
    let parents = [queries, keys, weight];
    queries.tape().record("fused_additive_scores", parents, scores, move |d, slots| {
        let d = in_standard_order(d);
        for (slot, gradient) in slots.iter().zip(inputs.backward(&d)) {
            slot.add(|| gradient);
        }
    })
}

struct Inputs {
    /// Batch, queries, keys, and hidden size.
    sizes: [usize; 4],
    queries: Value,
    keys: Value,
    weight: Value,
}

/// Some keys of one query.
struct Block<'b> {
    /// The row of the query among the queries of all examples.
    query: usize,
    /// The rows of the keys among the keys of all examples.
    keys: Range<usize>,
    /// The range of the block among all scores.
    scores: Range<usize>,
    /// tanh(q + k), `[keys, hidden]`.
    tanhs: &'b [Real],
}

impl Inputs {
    fn forward(&self) -> ArrayD<Real> {
        let [batch, queries, keys, hidden] = self.sizes;
        let mut scores = vec![0.0; batch * queries * keys];
        let weight = entries(&self.weight);
        self.each_block(|block| {
            let tanhs = block.tanhs.chunks_exact(hidden.max(1));
            for (score, tanhs) in scores[block.scores].iter_mut().zip(tanhs) {
                *score = dot(tanhs, weight);
            }
        });
        let scores = ArrayD::from_shape_vec(vec![batch, queries, keys], scores);
        scores.expect("one score for each query and key")
    }

    /// Returns the gradients with respect to queries, keys, and weight.
    fn backward(&self, d: &ArrayD<Real>) -> [ArrayD<Real>; 3] {
        let hidden = self.sizes[3];
        let mut gradients = [&self.queries, &self.keys, &self.weight]
            .map(|input| ArrayD::zeros(input.raw_dim()));
        let [dqueries, dkeys, dweight] = gradients.each_mut().map(|d| entries_mut(d));
        let (d, weight) = (entries(d), entries(&self.weight));
        self.each_block(|block| {
            let dquery = &mut dqueries[block.query * hidden..][..hidden];
            let dkeys = &mut dkeys[block.keys.start * hidden..];
            let rows = block.tanhs.chunks_exact(hidden.max(1));
            let rows = rows.zip(dkeys.chunks_exact_mut(hidden.max(1)));
            for (&d, (tanhs, dkey)) in d[block.scores].iter().zip(rows) {
                // s = Σⱼ wⱼ tⱼ, tⱼ = tanh(qⱼ + kⱼ) with tanh' = 1 - t²
                let all = tanhs.iter().zip(weight).zip(&mut *dweight);
                let all = all.zip(dquery.iter_mut().zip(dkey));
                for (((t, w), dw), (dq, dk)) in all {
                    *dw += d * t;
                    let dsum = d * w * (1.0 - t * t);
                    *dq += dsum;
                    *dk += dsum;
                }
            }
        });
        gradients
    }

    /// Visits all blocks with their tanh(q + k).
    fn each_block(&self, mut see: impl FnMut(Block<'_>)) {
        let [batch, queries, keys, hidden] = self.sizes;
        let (query_rows, key_rows) = (entries(&self.queries), entries(&self.keys));
        let most = (BLOCK / hidden.max(1)).max(1);
        let mut tanhs = Vec::new();
        for query in 0..batch * queries {
            let row = &query_rows[query * hidden..][..hidden];
            let example = query / queries;
            for start in (0..keys).step_by(most) {
                let end = keys.min(start + most);
                let block = example * keys + start..example * keys + end;
                tanhs.clear();
                let rows = &key_rows[block.start * hidden..block.end * hidden];
                for key in rows.chunks_exact(hidden.max(1)) {
                    tanhs.extend(key.iter().zip(row).map(|(k, q)| k + q));
                }
                tanh_in_place(&mut tanhs);
                see(Block {
                    query,
                    keys: block,
                    scores: query * keys + start..query * keys + end,
                    tanhs: &tanhs,
                });
            }
        }
    }
}

/// Returns batch, queries, keys, and hidden size, or panics if the shapes do not fit.
#[track_caller]
fn check(queries: Var<'_>, keys: Var<'_>, weight: Var<'_>) -> [usize; 4] {
    let shapes = [queries, keys, weight].map(Var::shape);
    let [queries, keys, weight] = shapes.each_ref().map(Vec::as_slice);
    let call = || format!("fused_additive_scores: {queries:?} x {keys:?} x {weight:?}");
    let (
        &[batch, query_count, hidden],
        &[keys_batch, key_count, key_hidden],
        &[weight_hidden],
    ) = (queries, keys, weight)
    else {
        panic!("{}: expected three axes, three axes, and one axis", call());
    };
    assert!(
        batch == keys_batch,
        "{}: batch sizes {batch} and {keys_batch} differ",
        call()
    );
    assert!(
        hidden == key_hidden && hidden == weight_hidden,
        "{}: hidden sizes {hidden}, {key_hidden}, and {weight_hidden} differ",
        call()
    );
    [batch, query_count, key_count, hidden]
}
