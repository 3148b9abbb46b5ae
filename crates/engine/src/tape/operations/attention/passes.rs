//! The forward and backward pass of fused attention.
//!
//! Scores have shape `[keys, queries]`, so that one vector instruction treats several queries. For
//! each block, the backward pass recomputes the weights and then reverses the steps of the forward
//! pass.

use std::ops::Range;

use ndarray::{
    ArcArray, Array2, Array3, ArrayView2, ArrayView3, ArrayViewMut2, Axis, Ix3,
};

use super::blocks::{KEYS, QUERIES, Sizes, Strip, for_each_strip};
use super::online::{Online, subtract};
use super::product::multiply;
use crate::Real;
use crate::array::exp_in_place;
use crate::mask::Mask;

/// The inputs of attention, whose shapes fit.
pub(super) struct Inputs {
    /// `[batch, queries, heads * dim]`
    pub(super) queries: ArcArray<Real, Ix3>,
    /// `[batch, keys, key_heads * dim]`
    pub(super) keys: ArcArray<Real, Ix3>,
    /// `[batch, keys, key_heads * value_dim]`
    pub(super) values: ArcArray<Real, Ix3>,
    pub(super) sizes: Sizes,
    pub(super) mask: Mask,
}

impl Inputs {
    /// Returns the output, `[batch, queries, heads * value_dim]`, and the log-sum-exp of the scores
    /// of each query, `[batch, heads, queries]`.
    pub(super) fn forward(&self) -> (Array3<Real>, Vec<Real>) {
        let Sizes {
            batch,
            heads,
            key_heads,
            queries,
            ..
        } = self.sizes;
        let columns = self.values.len_of(Axis(2)) / key_heads * heads;
        let mut output = Array3::zeros((batch, queries, columns));
        let mut log_sums = vec![0.0; batch * heads * queries];
        let mut buffer = self.buffer();
        for_each_strip(self.sizes, &self.mask, |strip| {
            let mut output = strip.of_queries(output.view_mut());
            let queries = transposed(&strip.of_queries(self.queries.view()));
            let mut online = Online::new(strip.queries.len());
            for keys in strip.key_blocks {
                // Step 1: scores = scale · keys queriesᵀ
                let powers = self.scores(strip, keys, &queries.view(), &mut buffer);
                // Step 2: powers = exp(scores - max), all finite
                let factors = online.include(powers);
                for (mut row, &factor) in output.rows_mut().into_iter().zip(factors) {
                    if factor != 1.0 {
                        row *= factor;
                    }
                }
                // Step 3: output = powersᵀ values / sum of powers
                let values = strip.of_keys(self.values.view(), keys);
                let powers = matrix(keys, strip, powers);
                multiply(1.0, &powers.t(), &values, 1.0, &mut output);
            }
            let log_sums = &mut log_sums[strip.entries()];
            for ((mut output, log_sum), (sum, log_sum_exp)) in output
                .rows_mut()
                .into_iter()
                .zip(log_sums)
                .zip(online.finish())
            {
                if sum == 0.0 {
                    // With minus infinity, exp(score - log_sum) would be NaN.
                    *log_sum = Real::INFINITY;
                    // A masked value that is not finite would leave NaN.
                    output.fill(0.0);
                } else {
                    *log_sum = log_sum_exp;
                    output *= sum.recip();
                }
            }
        });
        (output, log_sums)
    }

    /// Adds to the gradients with respect to queries, keys, and values, each only if it is needed.
    pub(super) fn backward(
        &self,
        output: &ArrayView3<'_, Real>,
        log_sums: &[Real],
        d: &ArrayView3<'_, Real>,
        [dqueries, dkeys, dvalues]: &mut [Option<Array3<Real>>; 3],
    ) {
        let [mut weights, mut dscores] = [self.buffer(), self.buffer()];
        for_each_strip(self.sizes, &self.mask, |strip| {
            let [output, d] = [output, d].map(|array| strip.of_queries(array.view()));
            let queries = strip.of_queries(self.queries.view());
            let [transposed_queries, transposed_d] = [&queries, &d].map(transposed);
            let log_sums = &log_sums[strip.entries()];
            // Σ dweights · weights = d · output, which is shorter
            let means = output.rows().into_iter().zip(d.rows());
            let means: Vec<_> = means.map(|(output, d)| output.dot(&d)).collect();
            for block in strip.key_blocks {
                let [keys, values] = [&self.keys, &self.values]
                    .map(|input| strip.of_keys(input.view(), block));
                // Recompute weights = exp(score - log_sum)
                let transposed = transposed_queries.view();
                let weights = self.scores(strip, block, &transposed, &mut weights);
                for row in weights.chunks_exact_mut(log_sums.len()) {
                    subtract(row, log_sums);
                }
                exp_in_place(weights);
                // Step 3: output = weightsᵀ values
                if let Some(dvalues) = dvalues {
                    let mut dvalues = strip.of_keys(dvalues.view_mut(), block);
                    let weights = matrix(block, strip, weights);
                    multiply(1.0, &weights, &d, 1.0, &mut dvalues);
                }
                if dqueries.is_none() && dkeys.is_none() {
                    continue;
                }
                let dscores = &mut dscores[..weights.len()];
                let mut dweights = matrix_mut(block, strip, dscores);
                multiply(1.0, &values, &transposed_d.view(), 0.0, &mut dweights);
                // Step 2: the softmax
                let rows = dscores.chunks_exact_mut(means.len());
                for (row, weights) in rows.zip(weights.chunks_exact(means.len())) {
                    for ((d, weight), mean) in row.iter_mut().zip(weights).zip(&means) {
                        *d = weight * (*d - mean);
                    }
                }
                // Step 1: scores = scale · keys queriesᵀ
                let dscores = matrix(block, strip, dscores);
                if let Some(dqueries) = dqueries {
                    let mut dqueries = strip.of_queries(dqueries.view_mut());
                    multiply(self.scale(), &dscores.t(), &keys, 1.0, &mut dqueries);
                }
                if let Some(dkeys) = dkeys {
                    let mut dkeys = strip.of_keys(dkeys.view_mut(), block);
                    multiply(self.scale(), &dscores, &queries, 1.0, &mut dkeys);
                }
            }
        });
    }

    /// Returns the scores of a block, `[keys, queries]`, with minus infinity for masked keys.
    ///
    /// # Shapes
    ///
    /// `transposed_queries` has shape `[dim, queries]`.
    fn scores<'s>(
        &self,
        strip: &Strip<'_>,
        block: &Range<usize>,
        transposed_queries: &ArrayView2<'_, Real>,
        buffer: &'s mut [Real],
    ) -> &'s mut [Real] {
        let scores = &mut buffer[..block.len() * strip.queries.len()];
        let keys = strip.of_keys(self.keys.view(), block);
        let mut matrix = matrix_mut(block, strip, scores);
        multiply(self.scale(), &keys, transposed_queries, 0.0, &mut matrix);
        strip.hide(block, scores);
        scores
    }

    /// Returns a buffer for the scores of any block.
    fn buffer(&self) -> Vec<Real> {
        vec![0.0; self.sizes.queries.min(QUERIES) * self.sizes.keys.min(KEYS)]
    }

    fn scale(&self) -> Real {
        let dim = self.queries.len_of(Axis(2)) / self.sizes.heads;
        (dim as Real).sqrt().recip()
    }
}

/// Returns the transposed matrix in row-major order.
fn transposed(matrix: &ArrayView2<'_, Real>) -> Array2<Real> {
    let mut transposed = Array2::zeros((matrix.ncols(), matrix.nrows()));
    // Few rows at a time stay in the cache until their last column is read.
    let parts = transposed.axis_chunks_iter_mut(Axis(1), 16);
    for (mut to, from) in parts.zip(matrix.axis_chunks_iter(Axis(0), 16)) {
        to.assign(&from.t());
    }
    transposed
}

const ONE_EACH: &str = "a block has one score for each key and query";

/// Returns row-major scores as a matrix `[keys, queries]`.
fn matrix<'s>(
    keys: &Range<usize>,
    strip: &Strip<'_>,
    scores: &'s [Real],
) -> ArrayView2<'s, Real> {
    ArrayView2::from_shape((keys.len(), strip.queries.len()), scores).expect(ONE_EACH)
}

/// Returns row-major scores as a mutable matrix `[keys, queries]`.
fn matrix_mut<'s>(
    keys: &Range<usize>,
    strip: &Strip<'_>,
    scores: &'s mut [Real],
) -> ArrayViewMut2<'s, Real> {
    let shape = (keys.len(), strip.queries.len());
    ArrayViewMut2::from_shape(shape, scores).expect(ONE_EACH)
}
