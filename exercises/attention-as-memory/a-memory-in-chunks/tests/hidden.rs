use a_memory_in_chunks::chunked;
use attention::array::assert_close;
use attention::{Real, attention_as_memory::decay_mask, nn::init::normal};
use ndarray::{Array1, Array2, Axis, concatenate, s};
use rand::{RngExt, SeedableRng, rngs::ChaCha8Rng};

#[test]
fn any_chunk_size_agrees() {
    let mut rng = ChaCha8Rng::seed_from_u64(6);
    for steps in [1, 7, 16] {
        let [queries, keys, values] =
            [3, 3, 2].map(|columns| normal((steps, columns), 1.0, &mut rng));
        let factors: Array1<Real> =
            (0..steps).map(|_| rng.random_range(0.5..1.0)).collect();
        let want = (queries.dot(&keys.t()) * decay_mask(&factors)).dot(&values);
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
    let [queries, keys, values] = [(); 3].map(|()| normal((9, 2), 1.0, &mut rng));
    let mut factors: Array1<Real> = Array1::from_elem(9, 0.9);
    factors[5] = 0.0;
    let parts = [(0, 5), (5, 9)].map(|(from, to)| -> Array2<Real> {
        let [queries, keys, values] =
            [&queries, &keys, &values].map(|all| all.slice(s![from..to, ..]));
        chunked(&queries, &keys, &values, &factors.slice(s![from..to]), 1)
    });
    let want = concatenate![Axis(0), parts[0], parts[1]];
    for chunk in [1, 4, 5, 9] {
        println!("chunks of {chunk}, token 5 has a factor of 0");
        assert_close(&chunked(&queries, &keys, &values, &factors, chunk), &want, 1e-4);
    }
}
