use attention::{Real, array::assert_close};
use distance_from_norms::distance_weights;
use ndarray::{Array2, array};
use rand::{RngExt, SeedableRng, rngs::ChaCha8Rng};

/// Computes the weights in double precision, one pair at a time.
fn by_differences(
    queries: &Array2<Real>,
    keys: &Array2<Real>,
    width: Real,
) -> Array2<Real> {
    let mut weights = Array2::zeros((queries.nrows(), keys.nrows()));
    for (query, mut row) in queries.outer_iter().zip(weights.outer_iter_mut()) {
        let powers: Vec<f64> = keys
            .outer_iter()
            .map(|key| {
                let distance: f64 = query
                    .iter()
                    .zip(key)
                    .map(|(&q, &k)| (f64::from(q) - f64::from(k)).powi(2))
                    .sum();
                (-distance / (2.0 * f64::from(width).powi(2))).exp()
            })
            .collect();
        let sum: f64 = powers.iter().sum();
        for (weight, power) in row.iter_mut().zip(&powers) {
            *weight = (power / sum) as Real;
        }
    }
    weights
}

#[test]
fn agrees_with_differences() {
    let mut rng = ChaCha8Rng::seed_from_u64(51);
    for (queries, keys, dim, width) in
        [(3, 5, 2, 1.0), (4, 4, 3, 0.5), (1, 7, 5, 2.0), (6, 1, 4, 1.5)]
    {
        let mut random = |rows: usize| -> Array2<Real> {
            Array2::from_shape_simple_fn((rows, dim), || rng.random_range(-1.5..1.5))
        };
        let (queries, keys) = (random(queries), random(keys));
        let got: Array2<Real> = distance_weights(&queries, &keys, width);
        let want: Array2<Real> = by_differences(&queries, &keys, width);
        assert_close(&got, &want, 1e-4);
    }
}

#[test]
fn far_from_zero() {
    // All entries are multiples of 1/8, so moving them loses no digits.
    let queries: Array2<Real> = array![[0.5, -1.0], [1.375, 0.25], [-1.0, 0.625]];
    let keys: Array2<Real> =
        array![[1.0, 0.0], [0.125, 1.0], [-1.0, -0.5], [0.25, 0.5]];
    let want: Array2<Real> = by_differences(&queries, &keys, 1.0);
    let step = array![2000.0, -3000.0];
    let far: Array2<Real> =
        distance_weights(&(&queries + &step), &(&keys + &step), 1.0);
    assert_close(&far, &want, 1e-3);
}

#[test]
fn no_query() {
    let keys: Array2<Real> = array![[1.0, 0.0], [0.0, 1.0], [2.0, 2.0]];
    let got: Array2<Real> = distance_weights(&Array2::zeros((0, 2)), &keys, 1.0);
    assert_eq!(got.dim(), (0, 3), "[queries, keys]");
}
