use attention::assert_near;
use best_step::{best_step, derivative, mean_error, random_places};

//@ param seed
const SEED: u64 = 22;

/// Returns the loss, and its central difference with a large step, in double precision.
fn exact_difference(a: f64, step: f64) -> f64 {
    let loss = |a: f64| ((2.0 * a + 21.0) / (a + 3.0) - 3.0).powi(2);
    (loss(a + step) - loss(a - step)) / (2.0 * step)
}

#[test]
fn derivative_by_hand() {
    assert_near!(derivative(1.0), -5.15625, 1e-12, "the derivative at 1");
    for a in [1.25, 1.5, 2.0] {
        let (got, want): (f64, f64) = (derivative(a), exact_difference(a, 1e-5));
        assert_near!(got, want, 1e-8, "the derivative at {a}, by a difference");
    }
}

#[test]
fn large_steps_are_wrong_by_truncation() {
    let places = [1.0, 1.25, 1.5, 2.0];
    for step in [0.5, 0.25, 0.125] {
        let truncations = places.map(|place| {
            let place = f64::from(place);
            let best = exact_difference(place, 1e-5);
            (exact_difference(place, f64::from(step)) - best).abs()
        });
        let want = truncations.iter().sum::<f64>() / 4.0;
        let got: f64 = mean_error(&places, step);
        assert_near!(got, want, 0.01 * want, "the mean error with the step {step}");
    }
}

/// Prints your results: `cargo exercise check` shows them.
#[test]
fn best_step_at_your_places() {
    let grid: Vec<f32> = (0..128_u8).map(|i| 1.0 + f32::from(i) / 128.0).collect();
    for (name, places) in [("grid", grid), ("random points", random_places(SEED))] {
        let (step, error): (f32, f64) = best_step(&places);
        println!("{name}: step 1/{}, mean error {error:.1e}", 1.0 / step);
        let near = [64.0, 128.0, 256.0].contains(&(1.0 / step));
        assert!(near, "{name}: the best step is {step}, with the error {error}");
        let again = mean_error(&places, step);
        assert_near!(error, again, 1e-9 * again, "{name}: the error of best_step");
    }
}
