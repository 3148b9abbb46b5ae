//! The forward and backward pass of fused attention.
//!
//! For each block, the backward pass recomputes the weights and then reverses the steps of the forward pass.

use ndarray::linalg::general_mat_mul;
use ndarray::{ArcArray, Array3, ArrayView3, Axis, Ix3};

use super::blocks::{Block, ROWS, for_each_block};
use crate::Real;
use crate::array::{exp_in_place, subtract_max, sum};
use crate::mask::Mask;

/// The inputs of attention, whose shapes fit.
pub(super) struct Inputs {
    /// `[batch, queries, heads * dim]`
    pub(super) queries: ArcArray<Real, Ix3>,
    /// `[batch, keys, heads * dim]`
    pub(super) keys: ArcArray<Real, Ix3>,
    /// `[batch, keys, heads * value_dim]`
    pub(super) values: ArcArray<Real, Ix3>,
    pub(super) heads: usize,
    pub(super) mask: Mask,
}

impl Inputs {
    /// Returns the output, `[batch, queries, heads * value_dim]`, and the log-sum-exp of the scores of each query,
    /// `[batch, heads, queries]`.
    pub(super) fn forward(&self) -> (Array3<Real>, Array3<Real>) {
        let [batch, heads, queries, _] = self.sizes();
        let mut output = Array3::zeros((batch, queries, self.values.len_of(Axis(2))));
        let mut log_sums = Array3::zeros((batch, heads, queries));
        let mut buffer = self.buffer();
        for_each_block(self.sizes(), &self.mask, |block| {
            // Step 1: scores = scale · queries keysᵀ
            let powers = self.scores(block, &mut buffer);
            // Step 2: powers = exp(scores - max), all finite
            let mut log_sums = block.of_queries(log_sums.view_mut());
            let rows = powers.chunks_exact_mut(block.keys.len());
            for (row, log_sum) in rows.zip(&mut log_sums) {
                *log_sum = subtract_max(row);
            }
            exp_in_place(powers);
            // Step 3: output = powers values / sum of powers
            let values = block.part(self.values.view(), &block.keys);
            let mut output = block.part(output.view_mut(), &block.queries);
            general_mat_mul(1.0, &block.matrix(powers), &values, 0.0, &mut output);
            let rows = powers.chunks_exact(block.keys.len()).map(sum);
            for ((sum, log_sum), mut output) in
                rows.zip(&mut log_sums).zip(output.rows_mut())
            {
                if sum == 0.0 {
                    // With minus infinity, exp(score - log_sum) would be NaN.
                    *log_sum = Real::INFINITY;
                    // A masked value that is not finite would leave NaN.
                    output.fill(0.0);
                } else {
                    *log_sum += sum.ln();
                    output *= sum.recip();
                }
            }
        });
        (output, log_sums)
    }

    /// Adds to those of the gradients with respect to queries, keys, and values that are needed.
    pub(super) fn backward(
        &self,
        output: &ArrayView3<'_, Real>,
        log_sums: &Array3<Real>,
        d: &ArrayView3<'_, Real>,
        [dqueries, dkeys, dvalues]: &mut [Option<Array3<Real>>; 3],
    ) {
        let [mut weights, mut dscores] = [self.buffer(), self.buffer()];
        for_each_block(self.sizes(), &self.mask, |block| {
            let [keys, values] = [&self.keys, &self.values]
                .map(|input| block.part(input.view(), &block.keys));
            let [output, d] =
                [output, d].map(|array| block.part(array.view(), &block.queries));
            // Recompute weights = exp(score - log_sum)
            let weights = self.scores(block, &mut weights);
            let rows = weights.chunks_exact_mut(block.keys.len());
            for (row, log_sum) in rows.zip(block.of_queries(log_sums.view())) {
                row.iter_mut().for_each(|score| *score -= log_sum);
            }
            exp_in_place(weights);
            // Step 3: output = weights values
            if let Some(dvalues) = dvalues {
                let mut dvalues = block.part(dvalues.view_mut(), &block.keys);
                let weights = block.matrix(weights);
                general_mat_mul(1.0, &weights.t(), &d, 1.0, &mut dvalues);
            }
            if dqueries.is_none() && dkeys.is_none() {
                return;
            }
            let dscores = &mut dscores[..weights.len()];
            general_mat_mul(1.0, &d, &values.t(), 0.0, &mut block.matrix_mut(dscores));
            // Step 2: the softmax, where Σ dweights · weights = d · output, which is shorter
            let rows = dscores.chunks_exact_mut(block.keys.len());
            let rows = rows.zip(weights.chunks_exact(block.keys.len()));
            for ((dscores, weights), (d, output)) in
                rows.zip(d.rows().into_iter().zip(output.rows()))
            {
                let mean = d.dot(&output);
                for (d, weight) in dscores.iter_mut().zip(weights) {
                    *d = weight * (*d - mean);
                }
            }
            // Step 1: scores = scale · queries keysᵀ
            let dscores = block.matrix(dscores);
            if let Some(dqueries) = dqueries {
                let mut dqueries = block.part(dqueries.view_mut(), &block.queries);
                general_mat_mul(self.scale(), &dscores, &keys, 1.0, &mut dqueries);
            }
            if let Some(dkeys) = dkeys {
                let queries = block.part(self.queries.view(), &block.queries);
                let mut dkeys = block.part(dkeys.view_mut(), &block.keys);
                general_mat_mul(self.scale(), &dscores.t(), &queries, 1.0, &mut dkeys);
            }
        });
    }

    /// Returns the scores of a block, with minus infinity for masked keys.
    fn scores<'s>(&self, block: &Block<'_>, buffer: &'s mut [Real]) -> &'s mut [Real] {
        let scores = &mut buffer[..block.queries.len() * block.keys.len()];
        let queries = block.part(self.queries.view(), &block.queries);
        let keys = block.part(self.keys.view(), &block.keys);
        let mut matrix = block.matrix_mut(scores);
        general_mat_mul(self.scale(), &queries, &keys.t(), 0.0, &mut matrix);
        block.hide(scores);
        scores
    }

    /// Returns a buffer for the scores of any block.
    fn buffer(&self) -> Vec<Real> {
        let [_, _, queries, keys] = self.sizes();
        vec![0.0; queries.min(ROWS) * keys]
    }

    fn scale(&self) -> Real {
        let dim = self.queries.len_of(Axis(2)) / self.heads;
        (dim as Real).sqrt().recip()
    }

    /// Returns batch, heads, queries, and keys.
    fn sizes(&self) -> [usize; 4] {
        let (batch, queries, _) = self.queries.dim();
        [batch, self.heads, queries, self.keys.len_of(Axis(1))]
    }
}
