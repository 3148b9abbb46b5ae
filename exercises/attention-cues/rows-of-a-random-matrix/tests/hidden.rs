use super::public::check;
use attention::{Real, assert_between, assert_near, attention_cues::random_weights};
use rand::{SeedableRng, rngs::ChaCha8Rng};
use rows_of_a_random_matrix::mean_largest_weight;

//@ param seed
const SEED: u64 = 22;

#[test]
fn band_at_temperature_one_tenth() {
    check(0.86, 0.925, 0.1, SEED);
}

#[test]
fn temperatures_from_near_zero_to_infinity() {
    let temperatures = [1e-4, 0.1, 0.5, 1.0, 3.0, 30.0, Real::INFINITY];
    let means: Vec<Real> = temperatures
        .iter()
        .map(|&temperature| mean_largest_weight(200, 20, temperature, SEED))
        .collect();
    assert!(
        means.windows(2).all(|pair| pair[0] > pair[1]),
        "at temperatures {temperatures:?} the means should fall, but are {means:?}"
    );
    assert_between!(means[0], 0.98, 1.0, "the mean near temperature 0");
    assert_near!(means[6], 0.05, 1e-5, "the mean at infinite temperature");
}

#[test]
fn temperature_one_changes_nothing() {
    for (queries, keys, seed) in [(7, 5, SEED), (2, 9, SEED ^ 1), (30, 3, SEED ^ 2)] {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let weights = random_weights(queries, keys, &mut rng);
        let largest = |row: &[Real]| row.iter().copied().fold(0.0, Real::max);
        let sum: Real =
            weights.rows().into_iter().map(|row| largest(&row.to_vec())).sum();
        let want = sum / queries as Real;
        let got: Real = mean_largest_weight(queries, keys, 1.0, seed);
        assert_near!(got, want, 1e-4, "{queries} queries, {keys} keys, seed {seed}");
    }
}
