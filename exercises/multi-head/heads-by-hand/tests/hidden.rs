use attention::{Real, array::assert_close, nn::init::normal};
use heads_by_hand::two_heads;
use ndarray::{Array2, array};
use rand::{SeedableRng, rngs::ChaCha8Rng};

#[test]
fn the_example_of_the_prompt() {
    let queries: Array2<Real> = array![[Real::ln(3.0), Real::ln(4.0)]];
    let keys: Array2<Real> = array![[1.0, 0.0], [0.0, 1.0]];
    let values: Array2<Real> = array![[8.0, 10.0], [4.0, 20.0]];
    assert_close(&two_heads(&queries, &keys, &values), &array![[7.0, 18.0]], 1e-5);
}

#[test]
fn agrees_with_a_loop() {
    let mut rng = ChaCha8Rng::seed_from_u64(51);
    for (queries, keys) in [(4, 3), (3, 6), (5, 1), (2, 2)] {
        let [queries, keys, values] =
            [queries, keys, keys].map(|rows| normal((rows, 2), 1.0, &mut rng));
        let want = Array2::from_shape_fn(queries.dim(), |(i, head)| {
            let powers = (&keys.column(head) * queries[[i, head]]).exp();
            powers.dot(&values.column(head)) / powers.sum()
        });
        assert_close(&two_heads(&queries, &keys, &values), &want, 1e-4);
    }
}
