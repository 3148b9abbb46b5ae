use attention::{Real, array::assert_close, nn::init::normal};
use ndarray::{Array2, array};
use rand::{SeedableRng, rngs::ChaCha8Rng};
use the_nearest_entry::nearest_within;

#[test]
fn epsilon_is_a_distance() {
    let keys = array![[0.0, 0.0], [9.0, 9.0]];
    for (epsilon, want) in [(5.0, 1.0), (5.01, 1.0), (4.99, 0.0), (2.0, 0.0)] {
        let weights: Array2<Real> = nearest_within(&array![[3.0, 4.0]], &keys, epsilon);
        assert_eq!(
            weights,
            array![[want, 0.0]],
            "the key is 5 away, and epsilon is {epsilon}"
        );
    }
    for (epsilon, want) in [(0.25, 1.0), (0.125, 0.0), (0.375, 1.0)] {
        let weights: Array2<Real> =
            nearest_within(&array![[0.25, 0.0]], &keys, epsilon);
        assert_eq!(
            weights,
            array![[want, 0.0]],
            "the key is 0.25 away, and epsilon is {epsilon}"
        );
    }
}

/// Computes the weights from distances in a loop over queries and keys.
fn by_loop(queries: &Array2<Real>, keys: &Array2<Real>, epsilon: Real) -> Array2<Real> {
    let mut weights = Array2::zeros((queries.nrows(), keys.nrows()));
    for (i, query) in queries.rows().into_iter().enumerate() {
        let mut best: Option<(usize, Real)> = None;
        for (j, key) in keys.rows().into_iter().enumerate() {
            let squares: Real =
                query.iter().zip(key).map(|(q, k)| (q - k).powi(2)).sum();
            if best.is_none_or(|(_, nearest)| squares.sqrt() < nearest) {
                best = Some((j, squares.sqrt()));
            }
        }
        if let Some((j, nearest)) = best
            && nearest <= epsilon
        {
            weights[[i, j]] = 1.0;
        }
    }
    weights
}

#[test]
fn agrees_with_a_loop() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    for (queries, keys, dim) in [(7, 5, 2), (4, 9, 3), (3, 1, 1), (2, 0, 2)] {
        let mut draw = |rows| -> Array2<Real> { normal((rows, dim), 1.0, &mut rng) };
        let (queries, keys) = (draw(queries), draw(keys));
        for epsilon in [0.3, 0.8, 1.5, 4.0] {
            let weights: Array2<Real> = nearest_within(&queries, &keys, epsilon);
            assert_close(&weights, &by_loop(&queries, &keys, epsilon), 0.0);
        }
    }
}
