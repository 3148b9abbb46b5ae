use attention::nadaraya_watson::{Samples, truth};
use attention::{Real, assert_between, assert_near};
use edge::{error_at, factor};
use rand::{SeedableRng, rngs::ChaCha8Rng};

#[test]
fn the_factor_at_the_edge_is_in_the_band() {
    for first in [0, 1000, 2000] {
        let got: Real = factor(0.0, first..first + 50).unwrap();
        assert_between!(got, 0.36, 0.47, "the factor at 0, seeds from {first} on");
    }
}

#[test]
fn one_point_and_one_seed() {
    let samples = Samples::draw(1, &mut ChaCha8Rng::seed_from_u64(3)).unwrap();
    let want = (samples.targets()[0] - truth(2.0)).abs();
    let got: Real = error_at(2.0, 1, 3..4).unwrap();
    assert_near!(got, want, 1e-4, "one point predicts its own target: the error");
}
