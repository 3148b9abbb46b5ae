//! Blocks of queries and keys, which fused attention processes one by one.

use std::ops::Range;

use ndarray::{ArrayBase, Axis, Ix2, Ix3, RawData, Slice};

use crate::Real;
use crate::mask::{KeysOfQuery, Mask};

/// The number of queries in a block: enough for fast products, and few enough to skip masked
/// blocks.
pub(super) const QUERIES: usize = 192;

/// The number of keys in a block: few enough to keep their scores in the cache.
pub(super) const KEYS: usize = 512;

/// The sizes of one call.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sizes {
    pub(super) batch: usize,
    pub(super) heads: usize,
    /// Head h reads key head h / (heads / key_heads).
    pub(super) key_heads: usize,
    pub(super) queries: usize,
    pub(super) keys: usize,
}

/// A block of queries of one example and head, with the blocks of keys that at least one of them
/// may attend to.
pub(super) struct Strip<'s> {
    sizes: Sizes,
    pub(super) batch: usize,
    head: usize,
    pub(super) queries: Range<usize>,
    pub(super) key_blocks: &'s [Range<usize>],
    /// The keys that each query may attend to.
    allowed: &'s [KeysOfQuery<'s>],
}

impl Strip<'_> {
    /// Returns the rows of these queries and the columns of the head.
    pub(super) fn of_queries<S: RawData>(
        &self,
        array: ArrayBase<S, Ix3>,
    ) -> ArrayBase<S, Ix2> {
        self.part(array, &self.queries, self.head, self.sizes.heads)
    }

    /// Returns the rows of these keys and the columns of the key head.
    pub(super) fn of_keys<S: RawData>(
        &self,
        array: ArrayBase<S, Ix3>,
        keys: &Range<usize>,
    ) -> ArrayBase<S, Ix2> {
        let Sizes {
            heads, key_heads, ..
        } = self.sizes;
        self.part(array, keys, self.head / (heads / key_heads), key_heads)
    }

    fn part<S: RawData>(
        &self,
        array: ArrayBase<S, Ix3>,
        rows: &Range<usize>,
        head: usize,
        heads: usize,
    ) -> ArrayBase<S, Ix2> {
        let columns = array.len_of(Axis(2)) / heads;
        let first = head * columns;
        let mut part = array.index_axis_move(Axis(0), self.batch);
        part.slice_axis_inplace(Axis(0), Slice::from(rows.clone()));
        part.slice_axis_inplace(Axis(1), Slice::from(first..first + columns));
        part
    }

    /// Returns which entries of an array `[batch, heads, queries]`, in row-major order, belong to
    /// these queries.
    pub(super) fn entries(&self) -> Range<usize> {
        let Sizes { heads, queries, .. } = self.sizes;
        let first = (self.batch * heads + self.head) * queries;
        first + self.queries.start..first + self.queries.end
    }

    /// Sets masked scores, `[keys, queries]` in row-major order, to minus infinity.
    pub(super) fn hide(&self, keys: &Range<usize>, scores: &mut [Real]) {
        let Range { start, end } = *keys;
        for (query, allowed) in self.allowed.iter().enumerate() {
            let mut hide = |key: usize| {
                scores[(key - start) * self.allowed.len() + query] = Real::NEG_INFINITY;
            };
            let range = &allowed.range;
            (start..range.start.clamp(start, end)).for_each(&mut hide);
            (range.end.clamp(start, end)..end).for_each(&mut hide);
            if let Some(pairs) = &allowed.pairs {
                keys.clone().filter(|&key| !pairs[key]).for_each(hide);
            }
        }
    }
}

/// Visits all queries of all heads, block by block. Blocks of keys that are masked for all queries
/// are left out, and so are queries without any key.
pub(super) fn for_each_strip(
    sizes: Sizes,
    mask: &Mask,
    mut visit: impl FnMut(&Strip<'_>),
) {
    for batch in 0..sizes.batch {
        for first in (0..sizes.queries).step_by(QUERIES) {
            let queries = first..sizes.queries.min(first + QUERIES);
            let allowed = queries.clone();
            let allowed = allowed.map(|query| mask.keys(batch, query, sizes.keys));
            let allowed: Vec<_> = allowed.collect();
            let Range { start, end } = hull(&allowed);
            let key_blocks = (start..end).step_by(KEYS);
            let key_blocks = key_blocks.map(|first| first..end.min(first + KEYS));
            let visible = |keys: &Range<usize>| {
                allowed.iter().any(|allowed| allowed.any_of(keys))
            };
            let key_blocks: Vec<_> = key_blocks.filter(visible).collect();
            if key_blocks.is_empty() {
                continue;
            }
            for head in 0..sizes.heads {
                visit(&Strip {
                    sizes,
                    batch,
                    head,
                    queries: queries.clone(),
                    key_blocks: &key_blocks,
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
