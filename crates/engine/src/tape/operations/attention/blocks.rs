//! Blocks of queries and keys, which fused attention processes one by one.

use std::ops::Range;

use crate::Real;
use crate::mask::{KeysOfQuery, Mask};
use crate::tape::kernels::matrices::Matrix;
use crate::tape::kernels::small::add_product;

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
    /// The columns of each head of queries and keys.
    pub(super) dim: usize,
    /// The columns of each head of values.
    pub(super) value_dim: usize,
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
    /// Returns the part of an array `[batch, queries, heads * dim]` with these queries and the
    /// columns of the head.
    pub(super) fn of_queries(&self, dim: usize) -> Part {
        let Sizes { heads, queries, .. } = self.sizes;
        self.part(&self.queries, queries, self.head, heads, dim)
    }

    /// Returns the part of an array `[batch, keys, key_heads * dim]` with these keys and the
    /// columns of the key head.
    pub(super) fn of_keys(&self, block: &Range<usize>, dim: usize) -> Part {
        let Sizes { heads, key_heads, keys, .. } = self.sizes;
        let head = self.head / (heads / key_heads);
        self.part(block, keys, head, key_heads, dim)
    }

    fn part(
        &self,
        rows: &Range<usize>,
        all_rows: usize,
        head: usize,
        heads: usize,
        dim: usize,
    ) -> Part {
        let stride = heads * dim;
        Part {
            first: (self.batch * all_rows + rows.start) * stride + head * dim,
            shape: [rows.len(), dim],
            stride,
        }
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

/// A matrix within the entries of an array in standard order.
#[derive(Clone, Copy)]
pub(super) struct Part {
    first: usize,
    shape: [usize; 2],
    /// The stride of the rows.
    stride: usize,
}

impl Part {
    pub(super) fn matrix(self, entries: &[Real]) -> Matrix<'_> {
        Matrix {
            entries: &entries[self.first..],
            shape: self.shape,
            strides: [self.stride, 1],
        }
    }

    pub(super) fn rows(self, entries: &[Real]) -> impl Iterator<Item = &[Real]> {
        let rows = entries[self.first..].chunks(self.stride.max(1));
        rows.take(self.shape[0]).map(move |row| &row[..self.shape[1]])
    }

    pub(super) fn rows_mut(
        self,
        entries: &mut [Real],
    ) -> impl Iterator<Item = &mut [Real]> {
        let rows = entries[self.first..].chunks_mut(self.stride.max(1));
        rows.take(self.shape[0]).map(move |row| &mut row[..self.shape[1]])
    }

    /// Adds a product to the matrix.
    pub(super) fn add_product(
        self,
        left: Matrix<'_>,
        right: Matrix<'_>,
        entries: &mut [Real],
    ) {
        add_product(left, right, &mut entries[self.first..], self.stride);
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
    ranges.reduce(|a, b| a.start.min(b.start)..a.end.max(b.end)).unwrap_or_default()
}
