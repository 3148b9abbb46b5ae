use attention::{Real, array::assert_close, nn::init::normal};
use ndarray::{Array3, Axis};
use rand::{SeedableRng, rngs::ChaCha8Rng};
use wrong_reshape::attend_with_heads;

pub fn random(
    batch: usize,
    positions: usize,
    hidden: usize,
    seed: u64,
) -> Array3<Real> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    normal((batch, positions, hidden), 1.0, &mut rng)
}

#[test]
fn one_key_returns_its_value() {
    for (batch, heads, dim) in [(2, 3, 2), (3, 2, 4), (2, 2, 2)] {
        let (queries, keys) =
            (random(batch, 1, heads * dim, 1), random(batch, 1, heads * dim, 2));
        let values = Array3::from_shape_fn(keys.dim(), |(example, _, column)| {
            (100 * example + column) as Real
        });
        let got: Array3<Real> = attend_with_heads(&queries, &keys, &values, heads);
        assert_close(&got, &values, 1e-5);
    }
}

#[test]
fn the_order_of_the_keys_does_not_matter() {
    let (queries, keys) = (random(2, 3, 4, 4), random(2, 5, 4, 5));
    let values = random(2, 5, 4, 6);
    let order = [3, 0, 4, 1, 2];
    let before: Array3<Real> = attend_with_heads(&queries, &keys, &values, 2);
    let [keys, values] = [keys, values].map(|x| x.select(Axis(1), &order));
    assert_close(&attend_with_heads(&queries, &keys, &values, 2), &before, 1e-4);
}
