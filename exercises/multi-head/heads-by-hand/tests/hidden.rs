use attention::{Real, array::assert_close};
use heads_by_hand::two_heads;
use ndarray::{Array2, array};
use rand::{RngExt, SeedableRng, rngs::ChaCha8Rng};

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
        let mut random = |rows: usize| -> Array2<Real> {
            Array2::from_shape_fn((rows, 2), |_| rng.random_range(-2.0..2.0))
        };
        let (queries, keys, values) = (random(queries), random(keys), random(keys));
        let mut want: Array2<Real> = Array2::zeros((queries.nrows(), 2));
        for ((i, head), entry) in want.indexed_iter_mut() {
            let (mut above, mut below) = (0.0, 0.0);
            for (key, value) in keys.outer_iter().zip(values.outer_iter()) {
                let power = (queries[[i, head]] * key[head]).exp();
                above += power * value[head];
                below += power;
            }
            *entry = above / below;
        }
        assert_close(&two_heads(&queries, &keys, &values), &want, 1e-4);
    }
}
