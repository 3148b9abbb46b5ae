//! Attention in blocks of queries and keys, forward and backward.

use std::ops::Range;

use ndarray::{Array1, Array2, ArrayBase, ArrayView2, Axis, Slice};

use crate::Real;
use crate::array::Summary;
use crate::mask::Mask;

/// Scaled dot-product attention of one head, in blocks of queries and keys.
///
/// The plain form of [`fused_attend`](crate::tape::fused_attend): it never holds more than the
/// scores of one block.
///
/// Masked keys and values do not affect the output, even if they are NaN. Only
/// [`backward`](Blockwise::backward) needs finite keys, because 0 times NaN is NaN.
///
/// # Source
///
/// Dao et al. (2022), *FlashAttention*, Algorithms 1 and 4.
///
/// # Example
///
/// ```
/// use attention::mask::Mask;
/// use attention::price_of_a_token::Blockwise;
/// use ndarray::array;
///
/// let attention = Blockwise {
///     queries: array![[0.0], [0.0], [0.0]],
///     keys: array![[1.0], [2.0], [3.0]],
///     values: array![[4.0], [8.0], [6.0]],
///     mask: Mask::causal(),
///     size: 2,
/// };
/// let (output, log_sums) = attention.forward();
/// // The scores are 0, so that each query returns the mean of its values.
/// assert_eq!(output, array![[4.0], [6.0], [6.0]]);
/// assert_eq!(log_sums[0], 0.0);
/// // Keys 2 are masked for queries 0 and 1, so the block of both is skipped.
/// let visited = [(0..2, 0..2), (2..3, 0..2), (2..3, 2..3)];
/// assert_eq!(attention.blocks(), visited);
/// ```
#[derive(Clone, Debug)]
pub struct Blockwise {
    /// `[queries, dim]`
    pub queries: Array2<Real>,
    /// `[keys, dim]`
    pub keys: Array2<Real>,
    /// `[keys, value_dim]`
    pub values: Array2<Real>,
    /// The mask, of which example 0 counts.
    pub mask: Mask,
    /// The number of queries and of keys in a block.
    pub size: usize,
}

impl Blockwise {
    /// Returns the queries and the keys of each block in which at least one pair is unmasked, row
    /// by row.
    ///
    /// # Panics
    ///
    /// If `size` is 0.
    // ANCHOR: blocks
    #[track_caller]
    pub fn blocks(&self) -> Vec<(Range<usize>, Range<usize>)> {
        self.check();
        let size = self.size;
        let ranges = |end: usize| {
            let starts = (0..end).step_by(size);
            starts.map(move |start| start..end.min(start + size))
        };
        let mut blocks = Vec::new();
        for queries in ranges(self.queries.nrows()) {
            for keys in ranges(self.keys.nrows()) {
                let allows =
                    |i| keys.clone().any(|j| self.mask.allows(0, i, j));
                if queries.clone().any(allows) {
                    blocks.push((queries.clone(), keys));
                }
            }
        }
        blocks
    }

    // ANCHOR_END: blocks

    #[track_caller]
    fn check(&self) {
        let [queries, keys, values] =
            [&self.queries, &self.keys, &self.values]
                .map(ArrayBase::shape);
        assert!(
            queries[1] == keys[1] && keys[0] == values[0],
            "Blockwise: {queries:?} x {keys:?} x {values:?}: \
             sizes do not fit"
        );
        assert!(self.size > 0, "Blockwise: size must be at least 1");
    }

    /// Returns the scores of a block, with minus infinity for masked keys: `[queries, keys]`.
    // ANCHOR: scores
    fn scores(
        &self,
        queries: &Range<usize>,
        keys: &Range<usize>,
    ) -> Array2<Real> {
        let scale = (self.queries.ncols() as Real).sqrt().recip();
        let (q, k) =
            (rows(&self.queries, queries), rows(&self.keys, keys));
        let mut scores = q.dot(&k.t()) * scale;
        for ((i, j), score) in scores.indexed_iter_mut() {
            let (i, j) = (queries.start + i, keys.start + j);
            if !self.mask.allows(0, i, j) {
                *score = Real::NEG_INFINITY;
            }
        }
        scores
    }

    // ANCHOR_END: scores

    /// Returns the output, `[queries, value_dim]`, and the log-sum-exp of the scores of each query.
    ///
    /// If all keys of a query are masked, its output is 0 and its log-sum-exp minus infinity.
    // ANCHOR: forward
    #[track_caller]
    pub fn forward(&self) -> (Array2<Real>, Array1<Real>) {
        let [m, value_dim] =
            [self.queries.nrows(), self.values.ncols()];
        let mut summaries = vec![Summary::empty(value_dim); m];
        for (queries, keys) in self.blocks() {
            let scores = self.scores(&queries, &keys);
            let values = rows(&self.values, &keys);
            for (i, scores) in queries.zip(scores.rows()) {
                let part = Summary::of(scores, values);
                summaries[i] = summaries[i].merge(&part);
            }
        }
        let mut output = Array2::zeros((m, value_dim));
        for (mut row, summary) in
            output.rows_mut().into_iter().zip(&summaries)
        {
            row.assign(&summary.output());
        }
        let log_sums = summaries.iter().map(Summary::log_sum_exp);
        (output, log_sums.collect())
    }

    // ANCHOR_END: forward

    /// Returns the gradients with respect to queries, keys, and values, from the results of
    /// [`forward`](Self::forward) and the gradient `doutput` with respect to the output.
    ///
    /// # Panics
    ///
    /// As [`blocks`](Self::blocks).
    // ANCHOR: backward
    #[track_caller]
    pub fn backward(
        &self,
        output: &Array2<Real>,
        log_sums: &Array1<Real>,
        doutput: &Array2<Real>,
    ) -> [Array2<Real>; 3] {
        self.check_output(output, log_sums, doutput);
        let scale = (self.queries.ncols() as Real).sqrt().recip();
        let [mut dq, mut dk, mut dv] =
            [&self.queries, &self.keys, &self.values]
                .map(|input| Array2::zeros(input.dim()));
        let means = (doutput * output).sum_axis(Axis(1)); // cᵢ
        for (queries, keys) in self.blocks() {
            let q = rows(&self.queries, &queries);
            let d = rows(doutput, &queries);
            let (k, v) =
                (rows(&self.keys, &keys), rows(&self.values, &keys));
            let mut weights = self.scores(&queries, &keys);
            let mut dscores = d.dot(&v.t());
            for (at, dscore) in dscores.indexed_iter_mut() {
                let (score, query) =
                    (weights[at], queries.start + at.0);
                (weights[at], *dscore) = match score {
                    Real::NEG_INFINITY => (0.0, 0.0),
                    _ => {
                        let weight = (score - log_sums[query]).exp();
                        (weight, weight * (*dscore - means[query]))
                    }
                };
            }
            add(&mut dv, &keys, 1.0, &weights.t().dot(&d));
            add(&mut dq, &queries, scale, &dscores.dot(&k));
            add(&mut dk, &keys, scale, &dscores.t().dot(&q));
        }
        [dq, dk, dv]
    }
    // ANCHOR_END: backward

    #[track_caller]
    fn check_output(
        &self,
        output: &Array2<Real>,
        log_sums: &Array1<Real>,
        doutput: &Array2<Real>,
    ) {
        let expected = [self.queries.nrows(), self.values.ncols()];
        let [output, doutput] = [output, doutput].map(ArrayBase::shape);
        let count = log_sums.len();
        assert!(
            [output, doutput] == [expected; 2] && count == expected[0],
            "Blockwise: gradient {doutput:?} of an output {output:?} \
             with {count} log-sums: expected {expected:?}"
        );
    }
}

fn rows<'a>(
    array: &'a Array2<Real>,
    rows: &Range<usize>,
) -> ArrayView2<'a, Real> {
    array.slice_axis(Axis(0), Slice::from(rows.clone()))
}

/// Adds a multiple of `more` to some rows of an array.
fn add(
    array: &mut Array2<Real>,
    rows: &Range<usize>,
    factor: Real,
    more: &Array2<Real>,
) {
    let mut part =
        array.slice_axis_mut(Axis(0), Slice::from(rows.clone()));
    part.scaled_add(factor, more);
}
