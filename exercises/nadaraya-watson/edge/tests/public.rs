use attention::Real;
use attention::nadaraya_watson::{Samples, truth};
use edge::{error_at, factor};
use rand::{SeedableRng, rngs::ChaCha8Rng};

#[test]
fn the_factor_at_the_edge_is_in_the_band() {
    for first in [0, 1000, 2000] {
        let got: Real = factor(0.0, first..first + 50).unwrap();
        assert!(
            (0.36..=0.47).contains(&got),
            "seeds from {first} on: expected a factor between 0.36 and 0.47, got {got}"
        );
    }
}

#[test]
fn one_point_and_one_seed() {
    let samples = Samples::draw(1, &mut ChaCha8Rng::seed_from_u64(3)).unwrap();
    let want = (samples.targets()[0] - truth(2.0)).abs();
    let got: Real = error_at(2.0, 1, 3..4).unwrap();
    assert!(
        (got - want).abs() <= 1e-4,
        "one point predicts its own target everywhere: expected error {want}, got {got}"
    );
}
