use attention::{Real, array::assert_close, nn::init::normal};
use half_of_every_value::outputs;
use ndarray::{Array1, Array2, Axis};
use rand::{RngExt, SeedableRng, rngs::ChaCha8Rng};

#[test]
fn agrees_with_the_recurrence() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    for (steps, key_dim, value_dim) in [(1, 3, 2), (2, 1, 1), (7, 3, 2), (12, 4, 5)] {
        let mut random = |rows: usize, columns: usize| -> Array2<Real> {
            normal((rows, columns), 1.0, &mut rng)
        };
        let mut keys = random(steps, key_dim);
        for mut key in keys.outer_iter_mut() {
            let length = key.dot(&key).sqrt();
            key.mapv_inplace(|entry| entry / length);
        }
        let (queries, values) = (random(steps, key_dim), random(steps, value_dim));
        let rates: Array1<Real> =
            (0..steps).map(|_| rng.random_range(0.0..1.0)).collect();
        let mut memory: Array2<Real> = Array2::zeros((key_dim, value_dim));
        let mut want: Array2<Real> = Array2::zeros((steps, value_dim));
        for i in 0..steps {
            let key = keys.row(i);
            let error = (&values.row(i) - &key.dot(&memory)) * rates[i];
            memory += &key.insert_axis(Axis(1)).dot(&error.insert_axis(Axis(0)));
            want.row_mut(i).assign(&queries.row(i).dot(&memory));
        }
        let got: Array2<Real> = outputs(&queries, &keys, &values, &rates);
        println!("{steps} tokens, keys of {key_dim}");
        assert_close(&got, &want, 1e-3);
    }
}

#[test]
fn the_last_value_of_a_key() {
    let key: Array2<Real> = Array2::from_shape_fn((6, 2), |(_, c)| [0.6, 0.8][c]);
    let values: Array2<Real> = Array2::from_shape_fn((6, 1), |(i, _)| (i * i) as Real);
    assert_close(&outputs(&key, &key, &values, &Array1::ones(6)), &values, 1e-4);
}
