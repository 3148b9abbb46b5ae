use attention::nadaraya_watson::{Kernel, Samples, predict, truth};
use attention::{Real, assert_between, assert_near};
use edge::{error_at, factor};
use ndarray::{Array1, array};
use rand::{SeedableRng, rngs::ChaCha8Rng};

#[test]
fn the_factor_in_the_middle_is_smaller() {
    for first in [0, 1000, 2000] {
        let got: Real = factor(2.5, first..first + 50).unwrap();
        assert_between!(got, 0.10, 0.22, "the factor at 2.5, seeds from {first} on");
    }
}

#[test]
fn bias_and_variance_add_up() {
    for (query, points) in [(2.5, 50), (1.0, 20), (0.0, 80)] {
        let width = (points as Real).powf(-0.2);
        let answer = |seed: usize| {
            let rng = &mut ChaCha8Rng::seed_from_u64(40 + seed as u64);
            let samples = Samples::draw(points, rng).unwrap();
            predict(&samples, &array![query], Kernel::Gaussian, width).unwrap()[0]
        };
        let answers = Array1::from_shape_fn(20, answer);
        let bias = answers.sum() / 20.0 - truth(query);
        let want = (bias.powi(2) + answers.var(0.0)).sqrt();
        let got: Real = error_at(query, points, 40..60).unwrap();
        assert_near!(got, want, 1e-4, "squared bias plus variance at {query}");
    }
}
