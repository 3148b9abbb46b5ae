use attention::Real;
use rows_of_a_random_matrix::mean_largest_weight;

//@ param seed
const SEED: u64 = 22;

/// Measures 1000 queries and 10 keys with three seeds.
#[track_caller]
pub fn assert_between(low: Real, high: Real, temperature: Real, seed: u64) {
    for seed in [seed, seed ^ 1, seed ^ 2] {
        let mean: Real = mean_largest_weight(1000, 10, temperature, seed);
        assert!(
            (low..=high).contains(&mean),
            "temperature {temperature}, seed {seed}: the mean of the largest weights is \
             {mean}, but should be between {low} and {high}"
        );
    }
}

#[test]
fn band_at_temperature_one() {
    assert_between(0.30, 0.34, 1.0, SEED);
}

#[test]
fn one_key_takes_everything() {
    for temperature in [0.1, 1.0, 10.0] {
        let mean: Real = mean_largest_weight(5, 1, temperature, SEED);
        assert!(
            (mean - 1.0).abs() < 1e-6,
            "with one key and temperature {temperature} the mean is {mean}, not 1"
        );
    }
}
