//! The best step of a central difference in single precision.

use rand::{RngExt, SeedableRng, rngs::ChaCha8Rng};

/// Returns the loss of the plant, `((2a + 21) / (a + 3) - 3)²`, in single precision.
pub fn loss(a: f32) -> f32 {
    ((2.0 * a + 21.0) / (a + 3.0) - 3.0).powi(2)
}

/// Returns 128 random points from 1 to 2, multiples of 1/1024: `[128]`.
pub fn random_places(seed: u64) -> Vec<f32> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let place = |_| 1.0 + f32::from(rng.random_range(0..1024_u16)) / 1024.0;
    (0..128).map(place).collect()
}

/// Returns the derivative of the loss at `a`, by hand, in double precision.
pub fn derivative(a: f64) -> f64 {
    //@ solution
    let error = (2.0 * a + 21.0) / (a + 3.0) - 3.0;
    2.0 * error * -15.0 / ((a + 3.0) * (a + 3.0))
    //@ stub todo!("the derivative of the loss at {a}")
    //@ end
}

/// Returns the mean over the points, `[places]`, of the absolute error of the central
/// difference with this step, which is computed in single precision.
pub fn mean_error(places: &[f32], step: f32) -> f64 {
    //@ solution
    let errors = places.iter().map(|&place| {
        let slope = (loss(place + step) - loss(place - step)) / (2.0 * step);
        (f64::from(slope) - derivative(f64::from(place))).abs()
    });
    errors.sum::<f64>() / places.len() as f64
    //@ stub todo!("the mean error with the step {step} at {places:?}")
    //@ end
}

/// Returns the step of 1, 1/2, 1/4, ..., 2⁻²⁰ with the smallest mean error, and this
/// error.
pub fn best_step(places: &[f32]) -> (f32, f64) {
    //@ solution
    let mut best = (1.0, f64::INFINITY);
    for power in 0..=20 {
        let step = 1.0 / (1 << power) as f32;
        let error = mean_error(places, step);
        if error < best.1 {
            best = (step, error);
        }
    }
    best
    //@ stub todo!("the best of 21 steps at {places:?}")
    //@ end
}
exercise_solutions::tests!(best_step);
