use attention::{Real, array::assert_close, nn::init::normal};
use distance_from_norms::distance_weights;
use ndarray::{Array2, Axis, array};
use rand::{SeedableRng, rngs::ChaCha8Rng};

/// Computes the weights in double precision, one pair at a time.
fn by_differences(
    queries: &Array2<Real>,
    keys: &Array2<Real>,
    width: Real,
) -> Array2<Real> {
    let [queries, keys] = [queries, keys].map(|all| all.mapv(f64::from));
    let mut powers =
        Array2::from_shape_fn((queries.nrows(), keys.nrows()), |(i, j)| {
            let squares = (&queries.row(i) - &keys.row(j)).pow2();
            (-squares.sum() / (2.0 * f64::from(width).powi(2))).exp()
        });
    powers /= &powers.sum_axis(Axis(1)).insert_axis(Axis(1));
    powers.mapv(|weight| weight as Real)
}

#[test]
fn agrees_with_differences() {
    let mut rng = ChaCha8Rng::seed_from_u64(51);
    for (queries, keys, dim, width) in
        [(3, 5, 2, 1.0), (4, 4, 3, 0.5), (1, 7, 5, 2.0), (6, 1, 4, 1.5)]
    {
        let [queries, keys] =
            [queries, keys].map(|rows| normal((rows, dim), 0.9, &mut rng));
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
