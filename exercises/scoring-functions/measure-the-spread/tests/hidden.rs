use attention::{Real, assert_between};
use measure_the_spread::slope_and_top;
use ndarray::Array1;

const DIM: usize = 64;

const SEED: u64 = 22;

/// The two means for three seeds must be in these bands.
fn check(divisor: Real, itself: bool, slopes: [Real; 2], tops: [Real; 2]) {
    for seed in [SEED, SEED + 1, SEED + 2] {
        let [slope, top]: [Real; 2] = slope_and_top(10, DIM, divisor, itself, seed);
        let means =
            format!("divisor {divisor}, itself {itself}, seed {seed}: the mean");
        assert_between!(slope, slopes[0], slopes[1], "{means} own slope");
        assert_between!(top, tops[0], tops[1], "{means} largest weight");
    }
}

#[test]
fn independent_by_the_root() {
    let root = (DIM as Real).sqrt();
    check(root, false, [0.0765, 0.084], [0.27, 0.38]);
}

#[test]
fn itself_by_the_root() {
    let root = (DIM as Real).sqrt();
    check(root, true, [0.0, 0.022], [0.88, 1.001]);
}

#[test]
fn itself_by_dim() {
    check(DIM as Real, true, [0.0865, 0.0885], [0.21, 0.255]);
}

#[test]
fn a_hundred_rows_of_its_own_seed() {
    let top = |seed| slope_and_top(10, 1, 1.0, false, seed)[1];
    let deviation: Real = (0..60).map(top).collect::<Array1<Real>>().std(0.0);
    assert_between!(deviation, 0.010, 0.0225, "the deviation over 60 seeds");
}

#[test]
fn the_seed_decides() {
    let divisor = (DIM as Real).sqrt();
    let [first, again, other]: [[Real; 2]; 3] =
        [SEED, SEED, SEED + 1].map(|seed| slope_and_top(4, DIM, divisor, false, seed));
    assert!(first == again, "the same seed led to two results");
    assert!(first != other, "two seeds led to the same result");
}
