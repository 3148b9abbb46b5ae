use attention::{Real, assert_between, assert_near};
use rows_of_a_random_matrix::mean_largest_weight;

//@ param seed
const SEED: u64 = 22;

/// Measures 1000 queries and 10 keys with three seeds.
#[track_caller]
pub fn check(low: Real, high: Real, temperature: Real, seed: u64) {
    for seed in [seed, seed ^ 1, seed ^ 2] {
        let mean: Real = mean_largest_weight(1000, 10, temperature, seed);
        assert_between!(
            mean,
            low,
            high,
            "temperature {temperature}, seed {seed}: the mean of the largest weights"
        );
    }
}

#[test]
fn band_at_temperature_one() {
    check(0.30, 0.34, 1.0, SEED);
}

#[test]
fn one_key_takes_everything() {
    for temperature in [0.1, 1.0, 10.0] {
        let mean: Real = mean_largest_weight(5, 1, temperature, SEED);
        assert_near!(mean, 1.0, 1e-6, "one key, temperature {temperature}: the mean");
    }
}
