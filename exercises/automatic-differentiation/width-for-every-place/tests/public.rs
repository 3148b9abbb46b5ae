use attention::nadaraya_watson::{Samples, loss_and_gradient};
use attention::tape::{Mode, Tape};
use attention::{Real, assert_between, assert_near};
use ndarray::array;
use rand::{SeedableRng, rngs::ChaCha8Rng};
use width_for_every_place::{loss, train};

pub fn drawn(points: usize, seed: u64) -> Samples {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    Samples::draw(points, &mut rng).expect("a few points")
}

fn loss_at(samples: &Samples, c0: Real, c1: Real) -> Real {
    let tape = Tape::new(Mode::Check, 0);
    loss(samples, [c0, c1].map(|c| tape.variable(array![c]))).item()
}

#[test]
fn a_loss_of_three_points() {
    // Two neighbors at the same distance have equal weights, whatever the width is:
    // the point in the middle is predicted as 5 and measured as 3. With narrow
    // widths, the other two see only that one.
    let samples = Samples::new(array![-1.0, 0.0, 1.0], array![4.0, 3.0, 6.0]);
    let got: Real = loss_at(&samples.expect("three points"), 3.0, 0.5);
    assert_near!(got, (1.0 + 4.0 + 9.0) / 3.0, 1e-4, "the loss of three points");
}

#[test]
fn without_a_slope_it_is_the_loss_of_the_chapter() {
    for (seed, c0) in [(22, 1.0), (1, 0.0), (2, 1.6)] {
        let samples = drawn(50, seed);
        let got: Real = loss_at(&samples, c0, 0.0);
        let (want, _) = loss_and_gradient(&samples, c0.exp());
        assert_near!(got, want, 1e-4, "seed {seed}: the loss of the chapter");
    }
}

/// Prints your results: `cargo exercise check` shows them.
#[test]
fn the_descent_of_the_chapter_continues() {
    let ([c0, c1], losses): ([Real; 2], Vec<Real>) = train(&drawn(50, 22), 0.3, 300);
    assert_eq!(losses.len(), 300, "one loss for each epoch");
    let [first, last] = [losses[0], losses[299]];
    println!("c0 {c0:.2}, c1 {c1:.2}, loss from {first:.3} to {last:.3}");
    assert_near!(first, 0.2953, 1e-3, "the loss at the start");
    assert_between!(last, 0.249, 0.2515, "the loss at the end");
    let falls = losses.windows(2).all(|pair| pair[1] < pair[0] + 1e-5);
    assert!(falls, "the loss rises on the way: is the rate subtracted?");
}
