use attention::{Real, array::assert_close, assert_near, nn::init::normal};
use label_smoothing::{least_loss, smoothed_gradient, smoothed_loss};
use ndarray::{Array1, Array2, Axis, array};
use rand::{SeedableRng, rngs::ChaCha8Rng};

//@ param seed
const SEED: u64 = 91;

#[test]
fn the_least_value_is_reached() {
    for (vocab, smoothing) in [(2, 0.5), (5, 0.1), (40, 0.1), (7, 0.9)] {
        let least: Real = least_loss(vocab, smoothing);
        let best = Array2::from_shape_fn((1, vocab), |(_, token)| {
            let right = if token == 1 { 1.0 - smoothing } else { 0.0 };
            (right + smoothing / vocab as Real).ln() + 3.0
        });
        let reached: Real = smoothed_loss(&best, &[1], smoothing, 0);
        assert_near!(reached, least, 1e-4, "{vocab} tokens, smoothing {smoothing}");
        let near = &best
            + &(0.3 * normal((1, vocab), 1.0, &mut ChaCha8Rng::seed_from_u64(SEED)));
        let more: Real = smoothed_loss(&near, &[1], smoothing, 0);
        assert!(more > least - 1e-4, "{more} is less than {least}");
    }
    assert_near!(least_loss(10, 0.0), 0.0, 1e-6, "the least loss without smoothing");
}

#[test]
fn padding_does_not_count() {
    let logits = normal((5, 6), 1.0, &mut ChaCha8Rng::seed_from_u64(SEED));
    let targets = [2, 9, 5, 9, 0];
    let mut other = logits.clone();
    for row in [1, 3] {
        other.row_mut(row).fill(50.0 * (row as Real - 2.0));
    }
    let short = logits.select(Axis(0), &[0, 2, 4]);
    let want: Real = smoothed_loss(&short, &[2, 5, 0], 0.2, 9);
    for logits in [&logits, &other] {
        let got: Real = smoothed_loss(logits, &targets, 0.2, 9);
        assert_near!(got, want, 1e-4, "the loss without padding");
    }
    let gradient: Array2<Real> = smoothed_gradient(&other, &targets, 0.2, 9);
    let of_short: Array2<Real> = smoothed_gradient(&short, &[2, 5, 0], 0.2, 9);
    assert_close(&gradient.select(Axis(0), &[0, 2, 4]), &of_short, 1e-4);
    assert_close(&gradient.row(3), &Array1::zeros(6), 1e-9);
    let nothing: Real = smoothed_loss(&logits, &[9; 5], 0.2, 9);
    assert!(nothing == 0.0, "all rows are ignored: 0, not {nothing}");
    let flat: Array2<Real> = smoothed_gradient(&logits, &[9; 5], 0.2, 9);
    assert_close(&flat, &Array2::zeros((5, 6)), 1e-9);
}

#[test]
fn large_logits() {
    let logits: Array2<Real> = array![[1e4, -1e4, 0.0, 0.0]];
    let got: Real = smoothed_loss(&logits, &[0], 0.1, 9);
    // The other three are 2e4, 1e4 and 1e4 below.
    assert_near!(got, 0.1 / 4.0 * 4e4, 0.1, "the loss of large logits");
    let gradient: Array2<Real> = smoothed_gradient(&logits, &[0], 0.1, 9);
    let want = array![[0.075, -0.025, -0.025, -0.025]];
    assert_close(&gradient, &want, 1e-5);
}
