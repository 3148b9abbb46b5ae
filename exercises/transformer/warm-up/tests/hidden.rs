use attention::Real;
use attention::transformer::Arrangement;
use warm_up::last_loss;

#[test]
fn post_norm_without() {
    let losses = [4, 5, 6, 7].map(|seed| last_loss(Arrangement::PostNorm, 0.0, seed));
    let mean: Real = losses.iter().sum::<Real>() / 4.0;
    assert!(
        (1.82..2.0).contains(&mean),
        "post-norm, no warm-up: {losses:?}, mean {mean}"
    );
}

#[test]
fn pre_norm_without() {
    let losses = [8, 9, 10].map(|seed| last_loss(Arrangement::PreNorm, 0.0, seed));
    let mean: Real = losses.iter().sum::<Real>() / 3.0;
    assert!(
        (0.95..1.5).contains(&mean),
        "pre-norm, no warm-up: {losses:?}, mean {mean}"
    );
}
