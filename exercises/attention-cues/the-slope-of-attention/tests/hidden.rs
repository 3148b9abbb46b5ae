use super::public::output;
use attention::{Real, array::assert_close};
use ndarray::{Array1, Array2, array};
use rand::{SeedableRng, rngs::ChaCha8Rng};
use rand_distr::{Distribution, StandardNormal};
use the_slope_of_attention::slope;

#[test]
fn agrees_with_small_steps_for_any_shape() {
    let mut rng = ChaCha8Rng::seed_from_u64(8);
    for (keys, dim) in [(5, 3), (2, 4), (6, 1), (3, 3)] {
        let query: Array1<Real> =
            Array1::from_shape_simple_fn(dim, || StandardNormal.sample(&mut rng));
        let keys: Array2<Real> = Array2::from_shape_simple_fn((keys, dim), || {
            StandardNormal.sample(&mut rng)
        });
        let (query_f64, keys_f64) = (query.mapv(f64::from), keys.mapv(f64::from));
        let step = 1e-4;
        let mut want: Array2<Real> = Array2::zeros((dim, dim));
        for e in 0..dim {
            let (mut above, mut below) = (query_f64.clone(), query_f64.clone());
            above[e] += step;
            below[e] -= step;
            let change = output(&above, &keys_f64) - output(&below, &keys_f64);
            want.column_mut(e).assign(&change.mapv(|c| (c / (2.0 * step)) as Real));
        }
        assert_close(&slope(&query, &keys), &want, 1e-4);
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
    assert!(
        near[[0, 0]] > 0.5,
        "the first entry of the slope near 0 should be above 0.5, not {}",
        near[[0, 0]]
    );
}
