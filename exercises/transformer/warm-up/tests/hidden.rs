use attention::{Real, assert_between, transformer::Arrangement};
use warm_up::last_loss;

#[test]
fn post_norm_without_warm_up() {
    let losses = [4, 5, 6, 7].map(|seed| last_loss(Arrangement::PostNorm, 0.0, seed));
    let mean: Real = losses.iter().sum::<Real>() / 4.0;
    assert_between!(mean, 1.82, 2.0, "post-norm, no warm-up: {losses:?}, mean");
}

#[test]
fn pre_norm_without_warm_up() {
    let losses = [8, 9, 10].map(|seed| last_loss(Arrangement::PreNorm, 0.0, seed));
    let mean: Real = losses.iter().sum::<Real>() / 3.0;
    assert_between!(mean, 0.95, 1.5, "pre-norm, no warm-up: {losses:?}, mean");
}

#[test]
fn the_share_matters() {
    let last = |warmup| last_loss(Arrangement::PostNorm, warmup, 3);
    let losses: [Real; 3] = [0.0, 0.05, 0.3].map(last);
    let equal = |a: usize, b: usize| (losses[a] - losses[b]).abs() < 1e-4;
    assert!(
        !equal(0, 1) && !equal(1, 2) && !equal(0, 2),
        "post-norm, warm-up 0, 0.05 and 0.3: {losses:?}"
    );
}
