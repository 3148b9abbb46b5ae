use attention::{Real, assert_near};
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
    assert_near!(got, want, 1e-5, "2 losses of 3 and {LONG} losses of 1");
}

#[test]
fn equal_losses_have_their_own_mean() {
    let losses: Array2<Real> = array![[2.5, 2.5, 2.5], [2.5, 0.0, 0.0]];
    let got: Real = loss_per_token(&losses, &[3, 1]);
    assert_near!(got, 2.5, 1e-5, "the mean of equal losses");
}
