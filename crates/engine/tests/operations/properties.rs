//! The fused operation equals the composition, for all shapes and masks.

use engine::Real;
use engine::mask::Mask;
use engine::tape::{Var, attend, concat, fused_attend};
use ndarray::Array2;
use proptest::{collection::vec, prelude::*};

use crate::statements::{assert_same, random};

/// The sizes of one call, with more queries and keys than one block and with blocks that are not
/// full.
#[derive(Clone, Copy, Debug)]
struct Sizes {
    batch: usize,
    key_heads: usize,
    /// The number of heads that share a key head.
    group: usize,
    queries: usize,
    keys: usize,
    dim: usize,
    value_dim: usize,
}

fn sizes() -> impl Strategy<Value = Sizes> {
    let counts =
        || prop_oneof![6 => 1..6usize, 2 => 60..70usize, 1 => 188..200usize, 1 => 510..516usize];
    (1..3usize, 1..3usize, 1..4usize, counts(), counts(), 1..6usize, 1..6usize).prop_map(
        |(batch, key_heads, group, queries, keys, dim, value_dim)| Sizes {
            batch,
            key_heads,
            group,
            queries,
            keys,
            dim,
            value_dim,
        },
    )
}

fn mask(sizes: Sizes) -> impl Strategy<Value = Mask> {
    let Sizes { batch, queries, keys, .. } = sizes;
    let lens = vec(0..=keys, batch).prop_map(Mask::valid_lens);
    let lens_per_query = vec(0..=keys, batch * queries).prop_map(move |lens| {
        let lens = Array2::from_shape_vec((batch, queries), lens);
        Mask::valid_lens_per_query(lens.expect("one length for each query"))
    });
    let window = (0..50usize, 0..9usize, 0..9usize)
        .prop_map(|(start, before, after)| Mask::window(before, after).starting_at(start));
    let allowed = (-2.0..2.0, any::<u64>()).prop_map(move |(below, seed): (f64, _)| {
        let numbers = random(&[batch, queries, keys], seed);
        let pairs = numbers.mapv(|number| number < below as Real);
        Mask::allowed_per_example(pairs.into_dimensionality().expect("three axes"))
    });
    let one = prop_oneof![
        Just(Mask::all()),
        Just(Mask::causal()),
        lens,
        lens_per_query,
        window,
        allowed,
    ];
    vec(one, 1..3).prop_map(|masks| masks.into_iter().reduce(Mask::and).expect("at least one"))
}

/// Splits the columns into heads, attends with each head, and concatenates the results.
fn composed<'t>(v: &[Var<'t>], key_heads: usize, group: usize, mask: &Mask) -> Var<'t> {
    let part = |input: Var<'t>, head: usize, heads: usize| {
        let columns = input.shape()[2] / heads;
        input.slice(2, head * columns..(head + 1) * columns)
    };
    let parts = (0..key_heads * group).map(|head| {
        let q = part(v[0], head, key_heads * group);
        let [k, v] = [v[1], v[2]].map(|input| part(input, head / group, key_heads));
        attend(q, k, v, mask, 0.0).output
    });
    concat(&parts.collect::<Vec<_>>(), 2)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn equals_the_composition(
        (sizes, mask) in sizes().prop_flat_map(|sizes| (Just(sizes), mask(sizes))),
        seed in any::<u64>(),
    ) {
        let Sizes { batch, key_heads, group, queries, keys, dim, value_dim } = sizes;
        let heads = key_heads * group;
        let inputs = [
            random(&[batch, queries, heads * dim], seed),
            random(&[batch, keys, key_heads * dim], seed ^ 1),
            random(&[batch, keys, key_heads * value_dim], seed ^ 2),
        ];
        assert_same(
            &inputs,
            |v| fused_attend(v[0], v[1], v[2], heads, key_heads, &mask),
            |v| composed(v, key_heads, group, &mask),
        );
    }
}
