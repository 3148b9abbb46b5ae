use super::public::by_layer;
use attention::multi_head::{MultiHead, MultiHeadConfig};
use attention::{Real, array::assert_close, nn::init::normal};
use heads_by_columns::by_columns;
use ndarray::Array2;
use rand::{SeedableRng, rngs::ChaCha8Rng};

/// Returns a layer, and inputs with these numbers of columns.
fn random(
    [hidden, heads]: [usize; 2],
    rows: [usize; 2],
    columns: [usize; 3],
) -> (MultiHead, [Array2<Real>; 3]) {
    let mut rng = ChaCha8Rng::seed_from_u64(57);
    let [query_dim, key_dim, value_dim] = columns;
    let config = MultiHeadConfig::new(hidden, heads);
    let config = config.inputs(query_dim, key_dim, value_dim);
    let layer = MultiHead::new(&config, &mut rng).expect("heads divide hidden");
    let [queries, keys] = rows;
    let shapes = [(queries, query_dim), (keys, key_dim), (keys, value_dim)];
    (layer, shapes.map(|shape| normal(shape, 1.0, &mut rng)))
}

#[test]
fn inputs_of_different_lengths() {
    for (sizes, rows, columns) in [
        ([12, 3], [2, 6], [7, 5, 3]),
        ([12, 4], [5, 1], [1, 9, 12]),
        ([8, 2], [3, 3], [20, 2, 1]),
    ] {
        let (layer, inputs) = random(sizes, rows, columns);
        let [queries, keys, values] = &inputs;
        let got: Array2<Real> = by_columns(&layer, queries, keys, values);
        assert_close(&got, &by_layer(&layer, &inputs), 1e-4);
    }
}

#[test]
fn a_missing_head_adds_nothing() {
    let (layer, [queries, keys, values]) = random([12, 4], [3, 5], [12, 12, 12]);
    let all: Array2<Real> = by_columns(&layer, &queries, &keys, &values);
    let mut sum: Array2<Real> = Array2::zeros(all.raw_dim());
    for head in 0..4 {
        let without: Array2<Real> =
            by_columns(&layer.without_head(head), &queries, &keys, &values);
        let change = (&all - &without).fold(0.0, |most: Real, c| most.max(c.abs()));
        assert!(change > 1e-3, "without head {head} the result is the same");
        sum += &without;
    }
    assert_close(&sum, &(all * 3.0), 1e-3);
}
