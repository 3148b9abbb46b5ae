use alone_it_gets_the_sum::answers;
use attention::{Real, array::assert_close, nn::init::normal};
use ndarray::{Array3, Axis, s};
use rand::{SeedableRng, rngs::ChaCha8Rng};

#[test]
fn agrees_with_loops() {
    let mut rng = ChaCha8Rng::seed_from_u64(31);
    for [batch, queries, keys, dim, value_dim] in
        [[2, 3, 4, 5, 2], [1, 1, 6, 2, 3], [3, 4, 4, 1, 1], [2, 5, 1, 3, 2]]
    {
        let [q, k, v] = [(queries, dim), (keys, dim), (keys, value_dim)]
            .map(|(rows, columns)| normal((batch, rows, columns), 1.0, &mut rng));
        let mut want: Array3<Real> = Array3::zeros((batch, queries, value_dim));
        for b in 0..batch {
            let [q, k, v] = [&q, &k, &v].map(|all| all.index_axis(Axis(0), b));
            for i in 0..queries {
                let powers = (k.dot(&q.row(i)) / (dim as Real).sqrt()).exp();
                let mean = powers.dot(&v) / powers.sum();
                want.slice_mut(s![b, i, ..]).assign(&mean);
            }
        }
        assert_close(&answers(&q, &k, &v), &want, 1e-4);
    }
}

#[test]
fn equal_keys_share_equally() {
    let mut rng = ChaCha8Rng::seed_from_u64(32);
    let queries = normal((2, 3, 4), 1.0, &mut rng);
    let keys: Array3<Real> = Array3::from_elem((2, 5, 4), 0.7);
    let values = normal((2, 5, 3), 1.0, &mut rng);
    let got: Array3<Real> = answers(&queries, &keys, &values);
    let means = values.mean_axis(Axis(1)).unwrap().insert_axis(Axis(1));
    let want: Array3<Real> = means.broadcast((2, 3, 3)).unwrap().to_owned();
    assert_close(&got, &want, 1e-5);
}
