//! Which blocks the fused operation visits. `tests/operations` states its results.

use super::blocks::{KEYS, QUERIES, Sizes, for_each_strip};
use crate::mask::Mask;
use ndarray::Array2;

#[test]
fn blocks_that_nobody_looks_at_are_skipped() {
    let last = 3 * QUERIES;
    let sizes = Sizes {
        batch: 2,
        heads: 1,
        key_heads: 1,
        queries: last + 1,
        keys: 3 * KEYS,
        dim: 1,
        value_dim: 1,
    };
    // Each strip as its example, its first query, and its blocks of keys.
    let visited = |mask: Mask| {
        let mut visited: Vec<(_, _, Vec<_>)> = Vec::new();
        for_each_strip(sizes, &mask, |strip| {
            let blocks = strip.key_blocks.iter().map(|keys| (keys.start, keys.end));
            visited.push((strip.batch, strip.queries.start, blocks.collect()));
        });
        visited
    };
    let causal = visited(Mask::causal());
    assert_eq!(causal.len(), 8);
    assert_eq!(causal[0], (0, 0, vec![(0, QUERIES)]));
    let blocks = vec![(0, KEYS), (KEYS, last + 1)];
    assert_eq!(causal[7], (1, last, blocks));
    let window = visited(Mask::window(1, KEYS + 1));
    let blocks = vec![
        (QUERIES - 1, KEYS + QUERIES - 1),
        (KEYS + QUERIES - 1, 2 * QUERIES + 1 + KEYS),
    ];
    assert_eq!(window[1], (0, QUERIES, blocks));
    let lens = visited(Mask::valid_lens([0, 3]));
    assert_eq!(lens.len(), 4);
    assert_eq!(lens[0], (1, 0, vec![(0, 3)]));
    // All keys of query 0 are masked, so the range of keys does not include key 0.
    let lens = Array2::from_shape_fn((2, last + 1), |(_, query)| last * query.min(1));
    let mask = Mask::window(0, 0).and(Mask::valid_lens_per_query(lens));
    assert_eq!(visited(mask)[0].2, [(1, QUERIES)]);
    // Every query attends to the first key and the last one, so nobody needs the block between
    // them.
    let ends = |(_, key)| key == 0 || key == 3 * KEYS - 1;
    let ends = Array2::from_shape_fn((last + 1, 3 * KEYS), ends);
    let blocks = [(0, KEYS), (2 * KEYS, 3 * KEYS)];
    assert_eq!(visited(Mask::allowed(ends))[0].2, blocks);
}
