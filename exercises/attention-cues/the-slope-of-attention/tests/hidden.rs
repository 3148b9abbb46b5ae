use super::public::compare_with_small_steps;
use attention::{Real, array::assert_close, nn::init::normal};
use ndarray::{Array1, Array2, array};
use rand::{SeedableRng, rngs::ChaCha8Rng};
use the_slope_of_attention::slope;

#[test]
fn agrees_with_small_steps_for_any_shape() {
    let mut rng = ChaCha8Rng::seed_from_u64(8);
    for (keys, dim) in [(5, 3), (2, 4), (6, 1), (3, 3)] {
        let query = normal(dim, 1.0, &mut rng);
        compare_with_small_steps(&query, &normal((keys, dim), 1.0, &mut rng));
    }
}

#[test]
fn keys_far_from_zero() {
    // All entries are multiples of 1/8, so the scores are exact in spite of their
    // size.
    let query: Array1<Real> = array![0.25, -0.5];
    let keys: Array2<Real> = array![[1.0, 0.0], [0.5, 2.0], [-1.0, 1.0]];
    let near: Array2<Real> = slope(&query, &keys);
    assert_close(&slope(&query, &(&keys + 2000.0)), &near, 0.01);
    assert!(near[[0, 0]] > 0.5, "the first entry of the slope near 0: {near}");
}
