use super::public::samples;
use attention::nadaraya_watson::{Iterate, Samples};
use attention::{Real, assert_near};
use own_point::{descend_with_own_point, loss_and_gradient_with_own_point};

#[test]
fn the_sign_of_w_has_no_meaning() {
    let samples = samples(30, 6);
    for w in [0.0, 0.3, 1.0, 5.0] {
        let (loss, slope): (Real, Real) = loss_and_gradient_with_own_point(&samples, w);
        let mirrored = loss_and_gradient_with_own_point(&samples, -w);
        assert_near!(mirrored.0, loss, 1e-5, "the loss at {w}, and at -{w}");
        assert_near!(-mirrored.1, slope, 1e-5, "the gradient at {w}, opposite at -{w}");
    }
}

#[test]
fn targets_may_be_shifted() {
    let samples = samples(30, 7);
    let higher = samples.targets() + 100.0;
    let shifted = Samples::new(samples.inputs().clone(), higher).unwrap();
    for w in [0.5, 1.0, 3.0] {
        let (loss, slope): (Real, Real) = loss_and_gradient_with_own_point(&samples, w);
        let other = loss_and_gradient_with_own_point(&shifted, w);
        assert_near!(other.0, loss, 0.01, "w = {w}, targets + 100: the loss");
        assert_near!(other.1, slope, 0.01, "w = {w}, targets + 100: the gradient");
    }
}

#[test]
fn stretched_inputs_stretch_the_gradient() {
    let samples = samples(30, 9);
    let stretched = samples.inputs() * 1000.0;
    let stretched = Samples::new(stretched, samples.targets().clone()).unwrap();
    for w in [0.5, 1.0, 3.0] {
        let (loss, slope): (Real, Real) = loss_and_gradient_with_own_point(&samples, w);
        let other = loss_and_gradient_with_own_point(&stretched, w / 1000.0);
        assert_near!(other.0, loss, 1e-3, "w = {w}, inputs * 1000: the loss");
        assert_near!(other.1 / 1000.0, slope, 1e-3, "w = {w}, inputs * 1000: gradient");
    }
}

#[test]
fn each_step_goes_down_by_the_rate_times_the_gradient() {
    let samples = samples(30, 8);
    for rate in [0.1, 1.0] {
        let path: Vec<Iterate> = descend_with_own_point(&samples, 0.7, rate, 12);
        for pair in path.windows(2) {
            let (loss, slope) = loss_and_gradient_with_own_point(&samples, pair[0].w);
            let want = pair[0].w - rate * slope;
            assert_near!(pair[1].w, want, 1e-5, "rate {rate}, after {}", pair[0].w);
            assert_near!(pair[0].loss, loss, 1e-5, "the loss at w = {}", pair[0].w);
        }
    }
}
