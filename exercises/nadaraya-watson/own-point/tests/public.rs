use attention::nadaraya_watson::{Iterate, Samples, loss_with_own_point};
use attention::{Real, assert_near};
use own_point::{descend_with_own_point, loss_and_gradient_with_own_point};
use rand::{SeedableRng, rngs::ChaCha8Rng};

pub fn samples(points: usize, seed: u64) -> Samples {
    Samples::draw(points, &mut ChaCha8Rng::seed_from_u64(seed)).unwrap()
}

#[test]
fn agrees_with_the_loss_of_the_crate() {
    for (points, w) in [(1, 2.0), (5, 0.0), (20, 1.0), (50, 12.0)] {
        let samples = samples(points, 8);
        let (got, _): (Real, Real) = loss_and_gradient_with_own_point(&samples, w);
        let want = loss_with_own_point(&samples, w);
        assert_near!(got, want, 1e-4, "{points} points, w = {w}: the loss");
    }
}

#[test]
fn the_gradient_agrees_with_a_measured_one() {
    let samples = samples(50, 22);
    let step: Real = 0.004;
    for w in [0.5, 1.0, 2.0, 4.0, 8.0] {
        let (_, got): (Real, Real) = loss_and_gradient_with_own_point(&samples, w);
        let rise = loss_with_own_point(&samples, w + step)
            - loss_with_own_point(&samples, w - step);
        let want = rise / (2.0 * step);
        assert_near!(got, want, 1e-3, "w = {w}: the derivative, by differences");
    }
}

#[test]
fn the_path_starts_at_the_start() {
    let samples = samples(20, 1);
    let alone: Vec<Iterate> = descend_with_own_point(&samples, 0.5, 1.0, 0);
    assert!(
        alone.len() == 1 && alone[0].w == 0.5,
        "0 epochs: expected only the start 0.5, got {alone:?}"
    );
    let path: Vec<Iterate> = descend_with_own_point(&samples, 0.5, 1.0, 3);
    assert!(
        path.len() == 4 && path[3].loss < path[0].loss,
        "3 epochs: expected 4 steps and a smaller loss at the end, got {path:?}"
    );
}
