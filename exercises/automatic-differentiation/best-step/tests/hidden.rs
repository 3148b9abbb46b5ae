use attention::assert_between;
use best_step::{best_step, mean_error};
use rand::{RngExt, SeedableRng, rngs::ChaCha8Rng};

fn places(seed: u64) -> Vec<f32> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let place = |_| 1.0 + f32::from(rng.random_range(0..1024_u16)) / 1024.0;
    (0..128).map(place).collect()
}

#[test]
fn the_number_holds_for_three_seeds() {
    for seed in [101, 102, 103] {
        let (step, error): (f32, f64) = best_step(&places(seed));
        let near = [64.0, 128.0, 256.0].contains(&(1.0 / step));
        assert!(near, "seed {seed}: the best step is {step}, not near 1/128");
        assert_between!(error, 0.000_035, 0.000_08, "seed {seed}: the smallest error");
    }
}

#[test]
fn the_error_has_two_arms() {
    for seed in [104, 105, 106] {
        let places = places(seed);
        let ratio = |one: i32, other: i32| {
            let [one, other] = [one, other].map(|power| 2.0_f32.powi(power));
            mean_error(&places, one) / mean_error(&places, other)
        };
        assert_between!(ratio(-2, -4), 14.0, 18.0, "seed {seed}: truncation");
        assert_between!(ratio(-18, -12), 40.0, 100.0, "seed {seed}: rounding");
    }
}
