use super::public::mean;
use attention::{Real, transformer::Arrangement};

#[test]
fn four_blocks_learn_later() {
    let got: Real = mean(Arrangement::PostNorm, 4, 4..8);
    assert!((1.12..1.6).contains(&got), "post-norm, 4 blocks: {got}, not 1.12 to 1.6");
}

#[test]
fn four_blocks_with_pre_norm() {
    let got: Real = mean(Arrangement::PreNorm, 4, 4..8);
    assert!((0.6..1.05).contains(&got), "pre-norm, 4 blocks: {got}, not 0.6 to 1.05");
}
