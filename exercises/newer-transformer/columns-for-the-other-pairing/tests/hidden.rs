use attention::Real;
use columns_for_the_other_pairing::{Projections, to_half_split};
use ndarray::Array2;

/// Returns a layer whose entries name their row and column.
fn layer(heads: usize, key_heads: usize, dim: usize) -> Projections {
    let weights = |heads: usize| -> Array2<Real> {
        Array2::from_shape_fn((3, heads * dim), |(row, c)| (100 * row + c) as Real)
    };
    Projections {
        query: weights(heads),
        key: weights(key_heads),
        value: weights(key_heads),
        heads,
    }
}

#[test]
fn values_are_unchanged() {
    for (heads, key_heads) in [(1, 1), (4, 4), (4, 2)] {
        let layer = layer(heads, key_heads, 6);
        let got: Projections = to_half_split(&layer);
        assert_eq!(got.value, layer.value, "{heads} heads, {key_heads} key heads");
        assert_eq!(got.heads, heads);
    }
}

#[test]
fn keys_have_fewer_heads() {
    for (heads, key_heads, dim) in
        [(4, 2, 8), (8, 1, 4), (8, 2, 4), (6, 3, 6), (2, 2, 2)]
    {
        let layer = layer(heads, key_heads, dim);
        let got: Projections = to_half_split(&layer);
        for (name, new, old) in
            [("query", &got.query, &layer.query), ("key", &got.key, &layer.key)]
        {
            for column in 0..old.ncols() {
                let (head, entry) = (column / dim, column % dim);
                let (half, r) = (entry / (dim / 2), entry % (dim / 2));
                let want = head * dim + 2 * r + half;
                let (got, from) = (new.column(column), old.column(want));
                assert_eq!(got, from, "{name} column {column} comes from {want}");
            }
        }
    }
}
