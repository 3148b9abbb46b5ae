use attention::Real;
use measure_the_spread::slope_and_top;

const DIM: usize = 64;

const SEED: u64 = 22;

/// The two means for three seeds must be in these bands.
fn check(divisor: Real, itself: bool, slopes: [Real; 2], tops: [Real; 2]) {
    for seed in [SEED, SEED + 1, SEED + 2] {
        let [slope, top]: [Real; 2] = slope_and_top(10, DIM, divisor, itself, seed);
        assert!(
            (slopes[0]..slopes[1]).contains(&slope),
            "dim {DIM}, divisor {divisor}, itself {itself}, seed {seed}: the mean own \
             slope is {slope}, not between {} and {}",
            slopes[0],
            slopes[1]
        );
        assert!(
            (tops[0]..tops[1]).contains(&top),
            "dim {DIM}, divisor {divisor}, itself {itself}, seed {seed}: the mean \
             largest weight is {top}, not between {} and {}",
            tops[0],
            tops[1]
        );
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
    let tops: Vec<Real> =
        (0..60).map(|seed| slope_and_top(10, 1, 1.0, false, seed)[1]).collect();
    let mean: Real = tops.iter().sum::<Real>() / 60.0;
    let squares: Real = tops.iter().map(|top| (top - mean).powi(2)).sum();
    let deviation: Real = (squares / 60.0).sqrt();
    assert!(
        (0.010..0.0225).contains(&deviation),
        "over 60 seeds the mean of the largest weight has standard deviation \
         {deviation}, not between 0.010 and 0.0225"
    );
}

#[test]
fn the_seed_decides() {
    let divisor = (DIM as Real).sqrt();
    let first: [Real; 2] = slope_and_top(4, DIM, divisor, false, SEED);
    let again: [Real; 2] = slope_and_top(4, DIM, divisor, false, SEED);
    let other: [Real; 2] = slope_and_top(4, DIM, divisor, false, SEED + 1);
    assert!(first == again, "the same seed led to two results");
    assert!(first != other, "two seeds led to the same result");
}
