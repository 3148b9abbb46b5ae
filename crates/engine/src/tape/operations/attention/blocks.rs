//! Blocks of queries, which fused attention processes one by one.

use std::ops::Range;

use ndarray::{
    ArrayBase, ArrayView2, ArrayViewMut2, Axis, Ix1, Ix2, Ix3, RawData, Slice,
};

use crate::Real;
use crate::mask::{KeysOfQuery, Mask};

/// The number of queries in a block: enough for fast products, and few enough to keep their scores in the cache.
pub(super) const ROWS: usize = 128;

const ONE_EACH: &str = "a block has one score for each query and key";

/// Queries of one example and head that are processed together, with the keys that at least one may attend to.
pub(super) struct Block<'b> {
    pub(super) batch: usize,
    pub(super) head: usize,
    pub(super) heads: usize,
    pub(super) queries: Range<usize>,
    pub(super) keys: Range<usize>,
    /// The keys that each query may attend to.
    allowed: &'b [KeysOfQuery<'b>],
}

impl Block<'_> {
    /// Returns these rows of the example and the columns of the head.
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

    /// Returns the entries of these queries for the head, from an array `[batch, heads, queries]`.
    pub(super) fn of_queries<S: RawData>(
        &self,
        array: ArrayBase<S, Ix3>,
    ) -> ArrayBase<S, Ix1> {
        let of_example = array.index_axis_move(Axis(0), self.batch);
        let mut part = of_example.index_axis_move(Axis(0), self.head);
        part.slice_axis_inplace(Axis(0), Slice::from(self.queries.clone()));
        part
    }

    /// Returns row-major scores as a matrix `[queries, keys]`.
    pub(super) fn matrix<'s>(&self, scores: &'s [Real]) -> ArrayView2<'s, Real> {
        let shape = (self.queries.len(), self.keys.len());
        ArrayView2::from_shape(shape, scores).expect(ONE_EACH)
    }

    /// Returns row-major scores as a mutable matrix `[queries, keys]`.
    pub(super) fn matrix_mut<'s>(
        &self,
        scores: &'s mut [Real],
    ) -> ArrayViewMut2<'s, Real> {
        let shape = (self.queries.len(), self.keys.len());
        ArrayViewMut2::from_shape(shape, scores).expect(ONE_EACH)
    }

    /// Sets masked scores, in row-major order, to minus infinity.
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

/// Visits all queries of all heads, block by block. Blocks whose keys are all masked are skipped.
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

/// Returns the smallest range that contains all unmasked keys.
fn hull(allowed: &[KeysOfQuery<'_>]) -> Range<usize> {
    let ranges = allowed.iter().map(|allowed| allowed.range.clone());
    let ranges = ranges.filter(|range| !range.is_empty());
    ranges
        .reduce(|a, b| a.start.min(b.start)..a.end.max(b.end))
        .unwrap_or_default()
}
