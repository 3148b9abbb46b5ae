use attention::nadaraya_watson::{Kernel, Samples, predict, query_grid, truth};
use attention::{Real, assert_near};
use more_data::{queries_without_gain, rms_errors};
use ndarray::{Array1, array};
use rand::{SeedableRng, rngs::ChaCha8Rng};

/// Prediction minus curve at each query.
fn differences(points: usize, width: Real, seed: u64) -> Array1<Real> {
    let rng = &mut ChaCha8Rng::seed_from_u64(seed);
    let samples = Samples::draw(points, rng).unwrap();
    query_grid().mapv(|query| {
        let answer = predict(&samples, &array![query], Kernel::Gaussian, width);
        answer.unwrap()[0] - truth(query)
    })
}

#[test]
fn errors_agree_with_a_loop() {
    for (points, seed) in [(20, 1), (50, 2), (200, 3)] {
        let got: [Real; 2] = rms_errors(points, seed).unwrap();
        for (got, width) in got.into_iter().zip([1.0, (points as Real).powf(-0.2)]) {
            let differences = differences(points, width, seed);
            let want = (differences.dot(&differences) / 50.0).sqrt();
            assert_near!(got, want, 1e-4, "{points} points, seed {seed}, {width}");
        }
    }
}

#[test]
fn gains_agree_with_a_loop() {
    for (few, many, seed) in [(50, 500, 22), (30, 300, 5), (200, 20, 6)] {
        let before = differences(few, 1.0, seed);
        let after = differences(many, 1.0, seed);
        let want = (0..50).filter(|&i| after[i].abs() >= before[i].abs());
        let got: usize = queries_without_gain(few, many, seed).unwrap();
        assert_eq!(got, want.count(), "{few} and {many} points, seed {seed}");
    }
}
