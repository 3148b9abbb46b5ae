use super::public::random;
use attention::{Real, array::assert_close};
use ndarray::{Array3, Axis, s};
use wrong_reshape::attend_with_heads;

/// Entry by entry, without any reshape.
fn by_loop(
    queries: &Array3<Real>,
    keys: &Array3<Real>,
    values: &Array3<Real>,
    heads: usize,
) -> Array3<Real> {
    let dim = keys.dim().2 / heads;
    Array3::from_shape_fn(queries.dim(), |(example, query, column)| {
        let head = column / dim * dim..(column / dim + 1) * dim;
        let query = queries.slice(s![example, query, head.clone()]);
        let products = keys.slice(s![example, .., head]).dot(&query);
        let powers = (products / (dim as Real).sqrt()).exp();
        powers.dot(&values.slice(s![example, .., column])) / powers.sum()
    })
}

#[test]
fn an_example_does_not_see_another() {
    let (queries, keys) = (random(3, 4, 6, 1), random(3, 5, 6, 2));
    let values = random(3, 5, 6, 3);
    let before: Array3<Real> = attend_with_heads(&queries, &keys, &values, 2);
    for changed in 0..3 {
        let mut values = values.clone();
        values.index_axis_mut(Axis(0), changed).mapv_inplace(|value| value + 10.0);
        let after: Array3<Real> = attend_with_heads(&queries, &keys, &values, 2);
        for example in (0..3).filter(|&example| example != changed) {
            println!("example {example} after a change of example {changed}");
            let [after, before] =
                [&after, &before].map(|output| output.index_axis(Axis(0), example));
            assert_close(&after, &before, 1e-4);
        }
    }
}

#[test]
fn agrees_with_a_loop() {
    let cases = [(2, 4, 3, 5, 2), (3, 2, 4, 3, 3), (5, 3, 2, 6, 1), (2, 2, 2, 2, 2)];
    for (batch, heads, queries, keys, dim) in cases {
        let queries = random(batch, queries, heads * dim, 11);
        let values = random(batch, keys, heads * dim, 12);
        let keys = random(batch, keys, heads * dim, 13);
        let got: Array3<Real> = attend_with_heads(&queries, &keys, &values, heads);
        assert_close(&got, &by_loop(&queries, &keys, &values, heads), 1e-4);
    }
}

#[test]
fn one_example_works_as_before() {
    let (queries, keys) = (random(1, 3, 6, 21), random(1, 5, 6, 22));
    let values = random(1, 5, 6, 23);
    let got: Array3<Real> = attend_with_heads(&queries, &keys, &values, 3);
    assert_close(&got, &by_loop(&queries, &keys, &values, 3), 1e-4);
}
