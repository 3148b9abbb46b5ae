use attention::{Real, array::assert_close, array::softmax};
use ndarray::Array2;
use rand::{RngExt, SeedableRng, rngs::ChaCha8Rng};
use shared_keys::{Projections, parameters, shared_keys};

//@ param seed
const SEED: u64 = 55;

#[test]
fn a_single_head_is_plain_attention() {
    let mut rng = ChaCha8Rng::seed_from_u64(SEED);
    let mut random = |rows: usize| -> Array2<Real> {
        Array2::from_shape_fn((rows, 3), |_| rng.random_range(-1.0..1.0))
    };
    let (queries, keys, values) = (random(2), random(4), random(4));
    let projections = Projections {
        query: random(3),
        key: random(3),
        value: random(3),
        output: random(3),
    };
    let projected = queries.dot(&projections.query);
    let scores = projected.dot(&keys.dot(&projections.key).t()) / Real::sqrt(3.0);
    let mixture = softmax(&scores).dot(&values.dot(&projections.value));
    let got: Array2<Real> = shared_keys(&queries, &keys, &values, &projections);
    assert_close(&got, &mixture.dot(&projections.output), 1e-4);
}

#[test]
fn the_parameters_of_one_head() {
    let count: usize = parameters(80, 1);
    assert_eq!(count, 25_600, "one head shares nothing: 4 matrices 80 x 80");
}
