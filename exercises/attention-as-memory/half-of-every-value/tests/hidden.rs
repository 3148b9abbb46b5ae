use attention::array::assert_close;
use attention::{Real, attention_as_memory::Memory, nn::init::normal};
use half_of_every_value::outputs;
use ndarray::{Array1, Array2};
use rand::{RngExt, SeedableRng, rngs::ChaCha8Rng};

#[test]
fn agrees_with_the_recurrence() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    for (steps, key_dim, value_dim) in [(1, 3, 2), (2, 1, 1), (7, 3, 2), (12, 4, 5)] {
        let [queries, mut keys, values] = [key_dim, key_dim, value_dim]
            .map(|columns| normal((steps, columns), 1.0, &mut rng));
        for mut key in keys.outer_iter_mut() {
            key /= key.dot(&key).sqrt();
        }
        let rates: Array1<Real> =
            (0..steps).map(|_| rng.random_range(0.0..1.0)).collect();
        let mut memory = Memory::new(key_dim, value_dim);
        let mut want: Array2<Real> = Array2::zeros((steps, value_dim));
        for i in 0..steps {
            memory.correct(&keys.row(i), &values.row(i), rates[i]);
            want.row_mut(i).assign(&memory.read(&queries.row(i)));
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
