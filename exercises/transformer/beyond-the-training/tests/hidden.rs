use attention::{Real, assert_between};
use beyond_the_training::exact_shares;

#[test]
fn two_tokens_more() {
    let shares = [5, 6, 7].map(|seed| exact_shares(&[2, 3, 5, 6], &[8], seed)[0]);
    let mean: Real = shares.iter().sum::<Real>() / 3.0;
    assert_between!(mean, 0.0, 0.2, "the mean share right at length 8, of {shares:?}");
}

#[test]
fn the_lengths_of_the_training() {
    let shares: Vec<Real> = exact_shares(&[2, 3], &[2, 3, 5], 8);
    let learned = shares[0] > 0.7 && shares[1] > 0.7 && shares[2] < 0.2;
    assert!(learned, "trained on 2 and 3, right at 2, 3 and 5: {shares:?}");
}
