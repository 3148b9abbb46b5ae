use attention::Real;
use attention::array::{assert_close, softmax};
use attention::automatic_differentiation::softmax_backward;
use attention::nn::init::normal;
use buckets_for_offsets::{bucket, table_gradient};
use ndarray::{Array1, Array2, Array3, Axis};
use rand::{SeedableRng, rngs::ChaCha8Rng};

#[test]
fn where_the_buckets_start() {
    let starts = [8, 12, 16, 23, 32, 46, 64, 91];
    for distance in 0..300 {
        let want = match starts.iter().filter(|&&start| start <= distance).count() {
            0 => distance,
            count => 7 + count,
        };
        let got: usize = bucket(300, 300 - distance, 32, 128);
        assert_eq!(got, want, "{distance} positions back, in 32 buckets up to 128");
        if distance > 0 {
            let got: usize = bucket(7, 7 + distance, 32, 128);
            assert_eq!(got, want + 16, "{distance} positions ahead, in 32 buckets");
        }
    }
}

#[test]
fn the_gradient_agrees_with_small_steps() {
    let mut rng = ChaCha8Rng::seed_from_u64(10);
    for (heads, queries, keys, buckets, farthest) in
        [(1, 6, 6, 8, 4), (3, 5, 9, 8, 6), (2, 9, 4, 12, 20)]
    {
        let [scores, values] =
            [(); 2].map(|()| normal((heads, queries, keys), 1.0, &mut rng));
        let table = normal((heads, buckets), 1.0, &mut rng);
        let weights = |table: &Array2<Real>| {
            let biased = Array3::from_shape_fn(scores.dim(), |(head, i, j)| {
                scores[[head, i, j]] + table[[head, bucket(i, j, buckets, farthest)]]
            });
            softmax(&biased)
        };
        let loss = |table: &Array2<Real>| -> f64 {
            (weights(table) * &values).mapv(f64::from).sum()
        };
        let upstream = softmax_backward(&weights(&table), &values);
        let got: Array2<Real> = table_gradient(&upstream, buckets, farthest);
        let step = 0.02;
        let want: Array2<Real> = Array2::from_shape_fn((heads, buckets), |at| {
            let (mut above, mut below) = (table.clone(), table.clone());
            above[at] += step;
            below[at] -= step;
            ((loss(&above) - loss(&below)) / f64::from(2.0 * step)) as Real
        });
        println!("{heads} heads, {queries} queries, {keys} keys");
        assert_close(&got, &want, 2e-3);
        assert_close(&got.sum_axis(Axis(1)), &Array1::zeros(heads), 1e-4);
    }
}
