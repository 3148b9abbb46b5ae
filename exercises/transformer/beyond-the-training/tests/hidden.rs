use attention::Real;
use beyond_the_training::exact_shares;

#[test]
fn two_tokens_more() {
    let shares = [5, 6, 7].map(|seed| exact_shares(&[2, 3, 5, 6], &[8], seed)[0]);
    let mean: Real = shares.iter().sum::<Real>() / 3.0;
    assert!(
        (0.0..0.2).contains(&mean),
        "trained on 2, 3, 5 and 6, right at length 8: {shares:?}"
    );
}

#[test]
fn the_lengths_of_the_training() {
    let shares: Vec<Real> = exact_shares(&[2, 3], &[2, 3, 5], 8);
    assert!(
        shares[0] > 0.7 && shares[1] > 0.7 && shares[2] < 0.2,
        "trained on 2 and 3, right at 2, 3 and 5: {shares:?}"
    );
}
