use super::public::mean;
use attention::{Real, assert_between, transformer::Arrangement};

#[test]
fn four_blocks_learn_later() {
    let got: Real = mean(Arrangement::PostNorm, 4, 4..8);
    assert_between!(got, 1.12, 1.6, "the loss with post-norm, 4 blocks");
}

#[test]
fn four_blocks_with_pre_norm() {
    let got: Real = mean(Arrangement::PreNorm, 4, 4..8);
    assert_between!(got, 0.6, 1.05, "the loss with pre-norm, 4 blocks");
}
