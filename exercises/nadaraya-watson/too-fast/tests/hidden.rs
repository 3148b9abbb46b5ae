use attention::nadaraya_watson::{
    INTERVAL, Kernel, NOISE, Samples, attention_weights, predict, truth,
};
use attention::{Real, assert_near};
use ndarray::{Array1, array};
use rand::{SeedableRng, rngs::ChaCha8Rng};
use too_fast::{computed_error, measured_error};

//@ param factor
const FACTOR: u16 = 5;

#[test]
fn computed_agrees_with_a_sum() {
    let points = 4000;
    let keys: Array1<Real> =
        (0..points).map(|i| INTERVAL * (i as Real + 0.5) / points as Real).collect();
    for factor in [Real::from(FACTOR), 10.0, 50.0] {
        let width = factor / points as Real;
        let weights =
            attention_weights(&array![2.5], &keys, Kernel::Gaussian, width).unwrap();
        let want = NOISE * (&weights * &weights).sum().sqrt();
        let got: Real = computed_error(factor);
        assert_near!(got, want, 0.01 * want, "factor {factor}: equal distances");
    }
}

#[test]
fn measured_agrees_with_a_loop() {
    for (factor, points) in [(Real::from(FACTOR), 50), (20.0, 30)] {
        let mut squares = 0.0;
        for seed in 70..90 {
            let rng = &mut ChaCha8Rng::seed_from_u64(seed);
            let samples = Samples::draw(points, rng).unwrap();
            let width = factor / points as Real;
            let answer = predict(&samples, &array![2.5], Kernel::Gaussian, width);
            squares += (answer.unwrap()[0] - truth(2.5)).powi(2);
        }
        let want = (squares / 20.0).sqrt();
        let got: Real = measured_error(factor, points, 70..90).unwrap();
        assert_near!(got, want, 1e-4, "factor {factor}, {points} points");
    }
}
