//! The forward and backward pass of fused attention.
//!
//! Scores have shape `[keys, queries]`, so that one vector instruction treats several queries. For
//! each block, the backward pass recomputes the weights and then reverses the steps of the forward
//! pass.

use std::ops::Range;

use super::blocks::{KEYS, QUERIES, Sizes, Strip, for_each_strip};
use super::online::Online;
use crate::Real;
use crate::array::{dot, exp_of_differences};
use crate::mask::Mask;
use crate::tape::Value;
use crate::tape::kernels::matrices::Matrix;
use crate::tape::kernels::rows::entries;
use crate::tape::kernels::small::add_product;

/// The inputs of attention, whose shapes fit, in standard order.
pub(super) struct Inputs {
    /// `[batch, queries, heads * dim]`
    pub(super) queries: Value,
    /// `[batch, keys, key_heads * dim]`
    pub(super) keys: Value,
    /// `[batch, keys, key_heads * value_dim]`
    pub(super) values: Value,
    pub(super) sizes: Sizes,
    pub(super) mask: Mask,
}

impl Inputs {
    /// Returns the output, `[batch, queries, heads * value_dim]`, and the log-sum-exp of the scores
    /// of each query, `[batch, heads, queries]`.
    pub(super) fn forward(&self) -> (Vec<Real>, Vec<Real>) {
        let Sizes { batch, heads, queries, value_dim, .. } = self.sizes;
        let mut output = vec![0.0; batch * queries * heads * value_dim];
        let mut log_sums = vec![0.0; batch * heads * queries];
        let mut buffer = self.buffer();
        let values = entries(&self.values);
        for_each_strip(self.sizes, &self.mask, |strip| {
            let outputs = strip.of_queries(value_dim);
            let queries = self.scaled_queries(strip);
            let mut online = Online::new(strip.queries.len());
            for block in strip.key_blocks {
                // Step 1: scores = keys (scale · queries)ᵀ
                let exponentials = self.scores(strip, block, &queries, &mut buffer);
                // Step 2: exponentials = exp(scores - max), all finite
                let factors = online.include(exponentials);
                for (row, &factor) in outputs.rows_mut(&mut output).zip(factors) {
                    if factor != 1.0 {
                        row.iter_mut().for_each(|entry| *entry *= factor);
                    }
                }
                // Step 3: output = exponentialsᵀ values / sum of exponentials
                let exponentials =
                    scores_matrix(block, strip, exponentials).transposed();
                let values = strip.of_keys(block, value_dim).matrix(values);
                outputs.add_product(exponentials, values, &mut output);
            }
            let log_sums = log_sums[strip.entries()].iter_mut();
            let rows = outputs.rows_mut(&mut output).zip(log_sums);
            for ((output, log_sum), (sum, log_sum_exp)) in rows.zip(online.finish()) {
                if sum == 0.0 {
                    // With minus infinity, exp(score - log_sum) would be NaN.
                    *log_sum = Real::INFINITY;
                    // A masked value that is not finite would leave NaN.
                    output.fill(0.0);
                } else {
                    *log_sum = log_sum_exp;
                    output.iter_mut().for_each(|entry| *entry *= sum.recip());
                }
            }
        });
        (output, log_sums)
    }

    /// Adds to the gradients with respect to queries, keys, and values, each only if it is needed.
    pub(super) fn backward(
        &self,
        output: &[Real],
        log_sums: &[Real],
        d: &[Real],
        [dqueries, dkeys, dvalues]: &mut [Option<Vec<Real>>; 3],
    ) {
        let Sizes { dim, value_dim, .. } = self.sizes;
        let [mut weights, mut dscores] = [self.buffer(), self.buffer()];
        for_each_strip(self.sizes, &self.mask, |strip| {
            let (queries, outputs) =
                (strip.of_queries(dim), strip.of_queries(value_dim));
            let scaled_queries = self.scaled_queries(strip);
            let transposed_d = transposed(outputs.rows(d), value_dim, 1.0);
            let log_sums = &log_sums[strip.entries()];
            // Σ dweights · weights = d · output, which is shorter
            let means = outputs.rows(output).zip(outputs.rows(d));
            let means: Vec<_> = means.map(|(output, d)| dot(output, d)).collect();
            // Of the weights of each query, which nobody needs.
            let mut sums = vec![0.0; log_sums.len()];
            for block in strip.key_blocks {
                let (keys, values) =
                    (strip.of_keys(block, dim), strip.of_keys(block, value_dim));
                // Recompute weights = exp(score - log_sum)
                let weights = self.scores(strip, block, &scaled_queries, &mut weights);
                exp_of_differences(weights, log_sums, &mut sums);
                // Step 3: output = weightsᵀ values
                if let Some(dvalues) = dvalues {
                    let weights = scores_matrix(block, strip, weights);
                    values.add_product(weights, outputs.matrix(d), dvalues);
                }
                if dqueries.is_none() && dkeys.is_none() {
                    continue;
                }
                let dscores = &mut dscores[..weights.len()];
                dscores.fill(0.0);
                add_product(
                    values.matrix(entries(&self.values)),
                    Matrix::of_rows(&transposed_d, [value_dim, means.len()]),
                    dscores,
                    means.len(),
                );
                // Step 2: the softmax, and the scale of step 1
                let scale = self.scale();
                let rows = dscores.chunks_exact_mut(means.len());
                for (row, weights) in rows.zip(weights.chunks_exact(means.len())) {
                    for ((d, weight), mean) in row.iter_mut().zip(weights).zip(&means) {
                        *d = scale * (weight * (*d - mean));
                    }
                }
                // Step 1: scores = keys (scale · queries)ᵀ
                let dscores = scores_matrix(block, strip, dscores);
                if let Some(dqueries) = dqueries {
                    let keys = keys.matrix(entries(&self.keys));
                    queries.add_product(dscores.transposed(), keys, dqueries);
                }
                if let Some(dkeys) = dkeys {
                    let queries = queries.matrix(entries(&self.queries));
                    keys.add_product(dscores, queries, dkeys);
                }
            }
        });
    }

    /// Returns the queries of a strip times the scale, `[dim, queries]`.
    fn scaled_queries(&self, strip: &Strip<'_>) -> Vec<Real> {
        let dim = self.sizes.dim;
        let rows = strip.of_queries(dim).rows(entries(&self.queries));
        transposed(rows, dim, self.scale())
    }

    /// Returns the scores of a block, `[keys, queries]`, with minus infinity for masked keys.
    fn scores<'s>(
        &self,
        strip: &Strip<'_>,
        block: &Range<usize>,
        scaled_queries: &[Real],
        buffer: &'s mut [Real],
    ) -> &'s mut [Real] {
        let (dim, queries) = (self.sizes.dim, strip.queries.len());
        let scores = &mut buffer[..block.len() * queries];
        scores.fill(0.0);
        let keys = strip.of_keys(block, dim).matrix(entries(&self.keys));
        let scaled_queries = Matrix::of_rows(scaled_queries, [dim, queries]);
        add_product(keys, scaled_queries, scores, queries);
        strip.hide(block, scores);
        scores
    }

    /// Returns a buffer for the scores of any block.
    fn buffer(&self) -> Vec<Real> {
        vec![0.0; self.sizes.queries.min(QUERIES) * self.sizes.keys.min(KEYS)]
    }

    fn scale(&self) -> Real {
        (self.sizes.dim as Real).sqrt().recip()
    }
}

/// Returns the transposed matrix of these rows, each times a factor.
fn transposed<'a>(
    rows: impl Iterator<Item = &'a [Real]>,
    columns: usize,
    factor: Real,
) -> Vec<Real> {
    let rows: Vec<_> = rows.collect();
    let mut transposed = vec![0.0; columns * rows.len()];
    // Few rows at a time stay in the cache until their last column is read.
    for (part, some_rows) in rows.chunks(16).enumerate() {
        for column in 0..columns {
            let to = &mut transposed[column * rows.len() + 16 * part..];
            for (to, row) in to.iter_mut().zip(some_rows) {
                *to = factor * row[column];
            }
        }
    }
    transposed
}

/// Returns scores as a matrix `[keys, queries]`.
fn scores_matrix<'s>(
    block: &Range<usize>,
    strip: &Strip<'_>,
    scores: &'s [Real],
) -> Matrix<'s> {
    Matrix::of_rows(scores, [block.len(), strip.queries.len()])
}
