use attention::nn::init::normal;
use attention::tape::{Mode, Tape};
use attention::{Real, array::assert_close, assert_near};
use label_smoothing::{smoothed_gradient, smoothed_loss};
use ndarray::{Array2, arr1};
use rand::{SeedableRng, rngs::ChaCha8Rng};

//@ param seed
const SEED: u64 = 91;

#[test]
fn without_smoothing() {
    let logits = normal((4, 7), 1.0, &mut ChaCha8Rng::seed_from_u64(SEED));
    let targets = [3, 6, 0, 3];
    let tape = Tape::new(Mode::Check, 0);
    let x = tape.variable(logits.clone());
    let want = x.cross_entropy(&arr1(&targets), Some(0));
    let got: Real = smoothed_loss(&logits, &targets, 0.0, 0);
    assert_near!(got, want.item(), 1e-4, "the plain cross-entropy");
    let gradient: Array2<Real> = smoothed_gradient(&logits, &targets, 0.0, 0);
    let want = want.backward();
    assert_close(&gradient, want.wrt(x).expect("a gradient"), 1e-4);
}

#[test]
fn the_slope_of_the_loss() {
    let logits = normal((3, 5), 1.0, &mut ChaCha8Rng::seed_from_u64(SEED));
    let targets = [4, 1, 2];
    let gradient: Array2<Real> = smoothed_gradient(&logits, &targets, 0.3, 9);
    let step = 0.01;
    let slopes = Array2::from_shape_fn((3, 5), |place| {
        let at = |change: Real| {
            let mut logits = logits.clone();
            logits[place] += change;
            smoothed_loss(&logits, &targets, 0.3, 9)
        };
        (at(step) - at(-step)) / (2.0 * step)
    });
    assert_close(&gradient, &slopes, 2e-3);
}
