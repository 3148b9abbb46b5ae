use attention::Real;
use mean_of_means::loss_per_token;
use ndarray::{Array2, array};

//@ param long
const LONG: usize = 8;

#[test]
fn two_sentences() {
    let losses: Array2<Real> =
        Array2::from_shape_fn((2, LONG), |(sentence, step)| match sentence {
            0 if step < 2 => 3.0,
            0 => 9.9,
            _ => 1.0,
        });
    let got: Real = loss_per_token(&losses, &[2, LONG]);
    let want: Real = (6.0 + LONG as Real) / (2.0 + LONG as Real);
    assert!(
        (got - want).abs() < 1e-5,
        "the mean of 2 losses of 3 and {LONG} losses of 1 is {want}, got {got}"
    );
}

#[test]
fn equal_losses_have_their_own_mean() {
    let losses: Array2<Real> = array![[2.5, 2.5, 2.5], [2.5, 0.0, 0.0]];
    let got: Real = loss_per_token(&losses, &[3, 1]);
    assert!((got - 2.5).abs() < 1e-5, "expected 2.5, got {got}");
}
