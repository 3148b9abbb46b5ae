use attention::Real;
use rows_of_a_random_matrix::mean_largest_weight;

//@ param seed
const SEED: u64 = 22;

#[test]
fn band_at_temperature_one() {
    for seed in [SEED, SEED ^ 1, SEED ^ 2] {
        let mean: Real = mean_largest_weight(1000, 10, 1.0, seed);
        assert!(
            (0.30..=0.34).contains(&mean),
            "temperature 1, seed {seed}: the mean of the largest weights is {mean}, \
             but should be between 0.30 and 0.34"
        );
    }
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
