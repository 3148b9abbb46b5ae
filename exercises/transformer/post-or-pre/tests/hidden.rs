use super::public::mean;
use attention::{Real, assert_between, transformer::Arrangement};

#[test]
fn the_first_of_sixteen() {
    let got: Real = mean(Arrangement::PreNorm, 16, 0, 20);
    assert_between!(got, 50.0, 120.0, "the first of 16 blocks, pre-norm");
    let got: Real = mean(Arrangement::PostNorm, 16, 0, 20);
    assert_between!(got, 30.0, 100.0, "the first of 16 blocks, post-norm");
}

#[test]
fn without_a_norm_it_explodes() {
    let got: Real = mean(Arrangement::WithoutNorm, 16, 15, 20);
    assert_between!(got, 3e4, 2e5, "the last of 16 blocks, no norm");
}
