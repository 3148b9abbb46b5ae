use alone_it_gets_the_sum::answers;
use attention::{Real, array::assert_close};
use ndarray::{Array3, Axis};
use rand::{RngExt, SeedableRng, rngs::ChaCha8Rng};

#[test]
fn agrees_with_loops() {
    let mut rng = ChaCha8Rng::seed_from_u64(31);
    for [batch, queries, keys, dim, value_dim] in
        [[2, 3, 4, 5, 2], [1, 1, 6, 2, 3], [3, 4, 4, 1, 1], [2, 5, 1, 3, 2]]
    {
        let mut random = |shape: (usize, usize, usize)| -> Array3<Real> {
            Array3::from_shape_simple_fn(shape, || rng.random_range(-2.0..2.0))
        };
        let q = random((batch, queries, dim));
        let k = random((batch, keys, dim));
        let v = random((batch, keys, value_dim));
        let mut want: Array3<Real> = Array3::zeros((batch, queries, value_dim));
        for b in 0..batch {
            for i in 0..queries {
                let powers: Vec<Real> = (0..keys)
                    .map(|j| {
                        let score: Real =
                            (0..dim).map(|e| q[[b, i, e]] * k[[b, j, e]]).sum();
                        (score / (dim as Real).sqrt()).exp()
                    })
                    .collect();
                let sum: Real = powers.iter().sum();
                for e in 0..value_dim {
                    want[[b, i, e]] =
                        (0..keys).map(|j| powers[j] / sum * v[[b, j, e]]).sum();
                }
            }
        }
        assert_close(&answers(&q, &k, &v), &want, 1e-4);
    }
}

#[test]
fn equal_keys_share_equally() {
    let mut rng = ChaCha8Rng::seed_from_u64(32);
    let queries: Array3<Real> =
        Array3::from_shape_simple_fn((2, 3, 4), || rng.random_range(-2.0..2.0));
    let keys: Array3<Real> = Array3::from_elem((2, 5, 4), 0.7);
    let values: Array3<Real> =
        Array3::from_shape_simple_fn((2, 5, 3), || rng.random_range(-2.0..2.0));
    let got: Array3<Real> = answers(&queries, &keys, &values);
    let means = values.mean_axis(Axis(1)).unwrap().insert_axis(Axis(1));
    let want: Array3<Real> = means.broadcast((2, 3, 3)).unwrap().to_owned();
    assert_close(&got, &want, 1e-5);
}
