//! The order in which the fused attention works: a few queries of one head at a time.

use std::ops::Range;

use ndarray::{
    ArrayBase, ArrayView2, ArrayViewMut2, Axis, Ix1, Ix2, Ix3, RawData, Slice,
};

use crate::Real;
use crate::mask::{KeysOfQuery, Mask};

/// How many queries make a block: enough for fast products, few enough that their scores stay in the
/// cache.
pub(super) const ROWS: usize = 128;

const ONE_EACH: &str = "a block has one score for each query and key";

/// Queries of one example and one head that are treated at the same time, with the keys that at
/// least one of them may look at.
pub(super) struct Block<'b> {
    pub(super) batch: usize,
    pub(super) head: usize,
    pub(super) heads: usize,
    pub(super) queries: Range<usize>,
    pub(super) keys: Range<usize>,
    /// For each query, which of all keys it may look at.
    allowed: &'b [KeysOfQuery<'b>],
}

impl Block<'_> {
    /// These rows of the example, and the columns of the head.
    pub(super) fn part<S: RawData>(
        &self,
        array: ArrayBase<S, Ix3>,
        rows: &Range<usize>,
    ) -> ArrayBase<S, Ix2> {
        let columns = array.len_of(Axis(2)) / self.heads;
        let first = self.head * columns;
        let mut part = array.index_axis_move(Axis(0), self.batch);
        part.slice_axis_inplace(Axis(0), Slice::from(rows.clone()));
        part.slice_axis_inplace(Axis(1), Slice::from(first..first + columns));
        part
    }

    /// The numbers of these queries for the head, of `[batch, heads, queries]`.
    pub(super) fn of_queries<S: RawData>(
        &self,
        array: ArrayBase<S, Ix3>,
    ) -> ArrayBase<S, Ix1> {
        let of_example = array.index_axis_move(Axis(0), self.batch);
        let mut part = of_example.index_axis_move(Axis(0), self.head);
        part.slice_axis_inplace(Axis(0), Slice::from(self.queries.clone()));
        part
    }

    /// Scores, row after row, as `[queries, keys]`.
    pub(super) fn matrix<'s>(&self, scores: &'s [Real]) -> ArrayView2<'s, Real> {
        let shape = (self.queries.len(), self.keys.len());
        ArrayView2::from_shape(shape, scores).expect(ONE_EACH)
    }

    /// Scores, row after row, as `[queries, keys]`.
    pub(super) fn matrix_mut<'s>(
        &self,
        scores: &'s mut [Real],
    ) -> ArrayViewMut2<'s, Real> {
        let shape = (self.queries.len(), self.keys.len());
        ArrayViewMut2::from_shape(shape, scores).expect(ONE_EACH)
    }

    /// Makes minus infinity the scores, row after row, that do not count.
    pub(super) fn hide(&self, scores: &mut [Real]) {
        let Range { start, end } = self.keys;
        let rows = scores.chunks_exact_mut(end - start);
        for (row, allowed) in rows.zip(self.allowed) {
            let Range {
                start: first,
                end: behind,
            } = allowed.range;
            row[..first.clamp(start, end) - start].fill(Real::NEG_INFINITY);
            row[behind.clamp(start, end) - start..].fill(Real::NEG_INFINITY);
            if let Some(pairs) = &allowed.pairs {
                let pairs = row.iter_mut().zip(&pairs[start..end]);
                pairs
                    .filter(|(_, allowed)| !**allowed)
                    .for_each(|(score, _)| *score = Real::NEG_INFINITY);
            }
        }
    }
}

/// Visits all queries of all heads, block by block. Blocks that may look at nothing are left out.
pub(super) fn for_each_block(
    [batch, heads, queries, keys]: [usize; 4],
    mask: &Mask,
    mut visit: impl FnMut(&Block<'_>),
) {
    let mut allowed = Vec::with_capacity(ROWS);
    for batch in 0..batch {
        for first in (0..queries).step_by(ROWS) {
            let queries = first..queries.min(first + ROWS);
            allowed.clear();
            allowed.extend(queries.clone().map(|query| mask.keys(batch, query, keys)));
            let keys = hull(&allowed);
            if keys.is_empty() {
                continue;
            }
            for head in 0..heads {
                visit(&Block {
                    batch,
                    head,
                    heads,
                    queries: queries.clone(),
                    keys: keys.clone(),
                    allowed: &allowed,
                });
            }
        }
    }
}

/// The smallest range that holds all keys that may be looked at.
fn hull(allowed: &[KeysOfQuery<'_>]) -> Range<usize> {
    let ranges = allowed.iter().map(|allowed| allowed.range.clone());
    let ranges = ranges.filter(|range| !range.is_empty());
    ranges
        .reduce(|a, b| a.start.min(b.start)..a.end.max(b.end))
        .unwrap_or_default()
}
