use attention::{Real, array::assert_close, array::softmax, nn::init::normal};
use ndarray::Array2;
use rand::{SeedableRng, rngs::ChaCha8Rng};
use shared_keys::{Projections, parameters, shared_keys};

//@ param seed
const SEED: u64 = 55;

#[test]
fn a_single_head_is_plain_attention() {
    let mut rng = ChaCha8Rng::seed_from_u64(SEED);
    let mut random = |rows: usize| normal((rows, 3), 1.0, &mut rng);
    let (queries, keys, values) = (random(2), random(4), random(4));
    let [query, key, value, output] = [(); 4].map(|()| random(3));
    let projections = Projections { query, key, value, output };
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
