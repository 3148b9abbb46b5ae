use attention::{Real, assert_between, transformer::Arrangement};
use warm_up::last_loss;

#[test]
fn post_norm_with_warm_up() {
    let losses = [0, 1, 2, 3].map(|seed| last_loss(Arrangement::PostNorm, 0.3, seed));
    let mean: Real = losses.iter().sum::<Real>() / 4.0;
    assert_between!(mean, 1.4, 1.82, "post-norm, warm-up 0.3: {losses:?}, mean");
}
