use attention::{Real, array::assert_close};
use ndarray::{Array2, array};
use rand::{RngExt, SeedableRng, rngs::ChaCha8Rng};
use unequal_lengths::{fill_with_zeros, one_matrix, shared_scores};

fn random(rng: &mut ChaCha8Rng, rows: usize, columns: usize) -> Array2<Real> {
    Array2::from_shape_simple_fn((rows, columns), || rng.random_range(-1.0..1.0))
}

/// Computes each score with one loop for each index.
fn with_loops(
    queries: &Array2<Real>,
    keys: &Array2<Real>,
    query_map: &Array2<Real>,
    key_map: &Array2<Real>,
) -> Array2<Real> {
    let shared = query_map.ncols();
    Array2::from_shape_fn((queries.nrows(), keys.nrows()), |(i, j)| {
        let mut sum = 0.0;
        for e in 0..shared {
            let mut mapped = [0.0, 0.0];
            for a in 0..queries.ncols() {
                mapped[0] += queries[[i, a]] * query_map[[a, e]];
            }
            for a in 0..keys.ncols() {
                mapped[1] += keys[[j, a]] * key_map[[a, e]];
            }
            sum += mapped[0] * mapped[1];
        }
        sum / (shared as Real).sqrt()
    })
}

/// The sizes of queries, of keys, and of the shared vectors.
const SIZES: [[usize; 3]; 4] = [[5, 2, 3], [2, 6, 4], [3, 3, 1], [1, 4, 5]];

#[test]
fn agrees_with_loops() {
    let mut rng = ChaCha8Rng::seed_from_u64(61);
    for [query_dim, key_dim, shared] in SIZES {
        let queries = random(&mut rng, 4, query_dim);
        let keys = random(&mut rng, 3, key_dim);
        let query_map = random(&mut rng, query_dim, shared);
        let key_map = random(&mut rng, key_dim, shared);
        let got: Array2<Real> = shared_scores(&queries, &keys, &query_map, &key_map);
        let want: Array2<Real> = with_loops(&queries, &keys, &query_map, &key_map);
        assert_close(&got, &want, 1e-5);
    }
}

#[test]
fn one_matrix_for_other_sizes() {
    let mut rng = ChaCha8Rng::seed_from_u64(62);
    for [query_dim, key_dim, shared] in SIZES {
        let queries = random(&mut rng, 2, query_dim);
        let keys = random(&mut rng, 5, key_dim);
        let query_map = random(&mut rng, query_dim, shared);
        let key_map = random(&mut rng, key_dim, shared);
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
