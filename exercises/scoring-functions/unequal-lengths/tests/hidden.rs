use attention::{Real, array::assert_close, nn::init::normal};
use ndarray::{Array2, array};
use rand::{SeedableRng, rngs::ChaCha8Rng};
use unequal_lengths::{fill_with_zeros, one_matrix, shared_scores};

/// Returns four queries, three keys, and their maps.
fn random([query_dim, key_dim, shared]: [usize; 3], seed: u64) -> [Array2<Real>; 4] {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    [(4, query_dim), (3, key_dim), (query_dim, shared), (key_dim, shared)]
        .map(|shape| normal(shape, 1.0, &mut rng))
}

/// Computes each score with a loop over the shared entries.
fn with_loops(
    queries: &Array2<Real>,
    keys: &Array2<Real>,
    query_map: &Array2<Real>,
    key_map: &Array2<Real>,
) -> Array2<Real> {
    Array2::from_shape_fn((queries.nrows(), keys.nrows()), |(i, j)| {
        let mut sum = 0.0;
        for (query_map, key_map) in
            query_map.columns().into_iter().zip(key_map.columns())
        {
            sum += queries.row(i).dot(&query_map) * keys.row(j).dot(&key_map);
        }
        sum / (query_map.ncols() as Real).sqrt()
    })
}

/// The sizes of queries, of keys, and of the shared vectors.
const SIZES: [[usize; 3]; 4] = [[5, 2, 3], [2, 6, 4], [3, 3, 1], [1, 4, 5]];

#[test]
fn agrees_with_loops() {
    for sizes in SIZES {
        let [queries, keys, query_map, key_map] = random(sizes, 61);
        let got: Array2<Real> = shared_scores(&queries, &keys, &query_map, &key_map);
        let want: Array2<Real> = with_loops(&queries, &keys, &query_map, &key_map);
        assert_close(&got, &want, 1e-5);
    }
}

#[test]
fn one_matrix_for_other_sizes() {
    for sizes in SIZES {
        let [queries, keys, query_map, key_map] = random(sizes, 62);
        let matrix: Array2<Real> = one_matrix(&query_map, &key_map);
        let got: Array2<Real> = queries.dot(&matrix).dot(&keys.t());
        let want: Array2<Real> = with_loops(&queries, &keys, &query_map, &key_map);
        assert_close(&got, &want, 1e-5);
    }
}

#[test]
fn zeros_after_the_shorter_vector() {
    let short: Array2<Real> = array![[2.0, 3.0]];
    let long: Array2<Real> = array![[10.0, 100.0, 1000.0, 10_000.0]];
    let got: Array2<Real> = short.dot(&fill_with_zeros(2, 4)).dot(&long.t());
    assert_close(&got, &array![[320.0]], 1e-5);
    let got: Array2<Real> = long.dot(&fill_with_zeros(4, 2)).dot(&short.t());
    assert_close(&got, &array![[320.0]], 1e-5);
    assert_close(&fill_with_zeros(3, 3), &Array2::eye(3), 1e-6);
}
