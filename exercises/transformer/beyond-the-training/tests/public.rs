use attention::{Real, assert_between};
use beyond_the_training::exact_shares;

#[test]
fn a_length_in_between() {
    let shares = [1, 2, 3].map(|seed| exact_shares(&[2, 3, 5, 6], &[4], seed)[0]);
    let mean: Real = shares.iter().sum::<Real>() / 3.0;
    assert_between!(mean, 0.5, 1.0, "the mean share right at length 4, of {shares:?}");
}

#[test]
fn one_share_for_each_length() {
    let shares: Vec<Real> = exact_shares(&[1], &[1, 9], 4);
    assert_eq!(shares.len(), 2, "a fraction for each tested length");
    assert!(shares[0] > 0.9, "single tokens are easy: {shares:?}");
    assert!(shares[1] < 0.1, "nine tokens are not: {shares:?}");
}
