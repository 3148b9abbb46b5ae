use a_memory_in_chunks::chunked;
use attention::{Real, array::assert_close, nn::init::normal};
use ndarray::{Array1, Array2, Axis, concatenate, s};
use rand::{RngExt, SeedableRng, rngs::ChaCha8Rng};

#[test]
fn any_chunk_size_agrees() {
    let mut rng = ChaCha8Rng::seed_from_u64(6);
    for steps in [1, 7, 16] {
        let (queries, keys) =
            (normal((steps, 3), 1.0, &mut rng), normal((steps, 3), 1.0, &mut rng));
        let values = normal((steps, 2), 1.0, &mut rng);
        let factors: Array1<Real> =
            (0..steps).map(|_| rng.random_range(0.5..1.0)).collect();
        let mut memory: Array2<Real> = Array2::zeros((3, 2));
        let mut want: Array2<Real> = Array2::zeros((steps, 2));
        for i in 0..steps {
            let key = keys.row(i).insert_axis(Axis(1));
            let value = values.row(i).insert_axis(Axis(0));
            memory = memory * factors[i] + key.dot(&value);
            want.row_mut(i).assign(&queries.row(i).dot(&memory));
        }
        for chunk in [1, 2, 3, 5, 8, 100] {
            println!("{steps} tokens in chunks of {chunk}");
            let got: Array2<Real> = chunked(&queries, &keys, &values, &factors, chunk);
            assert_close(&got, &want, 1e-4);
        }
    }
}

#[test]
fn a_factor_of_zero_forgets() {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let (queries, keys) =
        (normal((9, 2), 1.0, &mut rng), normal((9, 2), 1.0, &mut rng));
    let values = normal((9, 2), 1.0, &mut rng);
    let mut factors: Array1<Real> = Array1::from_elem(9, 0.9);
    factors[5] = 0.0;
    let parts = [(0, 5), (5, 9)].map(|(from, to)| -> Array2<Real> {
        let part = s![from..to, ..];
        chunked(
            &queries.slice(part),
            &keys.slice(part),
            &values.slice(part),
            &factors.slice(s![from..to]),
            1,
        )
    });
    let want: Array2<Real> = concatenate(Axis(0), &[parts[0].view(), parts[1].view()])
        .expect("equal widths");
    for chunk in [1, 4, 5, 9] {
        println!("chunks of {chunk}, token 5 has a factor of 0");
        assert_close(&chunked(&queries, &keys, &values, &factors, chunk), &want, 1e-4);
    }
}
