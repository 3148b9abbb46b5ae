//! Positions that are added to tokens.

use engine::Real;
use engine::nn::{DataError, LearnedPositions, SinusoidalPositions};
use engine::tape::{Mode, Tape};
use engine::testing::{assert_close, assert_panics, random, rng};
use ndarray::{Axis, array};

#[test]
fn sines_stand_in_even_columns_and_cosines_in_odd_ones() {
    let rows = SinusoidalPositions::new(4).rows(0, 3);
    // sin 1, cos 1, sin 0.01, cos 0.01; sin 2, cos 2, sin 0.02, cos 0.02
    let expected = array![
        [0.0, 1.0, 0.0, 1.0],
        [0.841_471, 0.540_302_3, 0.009_999_8, 0.999_95],
        [0.909_297_4, -0.416_146_8, 0.019_998_7, 0.999_8],
    ];
    assert_close(&rows.into_dyn(), &expected.into_dyn(), 2e-7);
}

#[test]
fn an_odd_dim_ends_with_a_sine() {
    let rows = SinusoidalPositions::new(3).rows(5, 1);
    let slow = 5.0 / 10_000_f64.powf(2.0 / 3.0);
    let expected = array![[5_f64.sin(), 5_f64.cos(), slow.sin()]];
    let expected = expected.mapv(|x| x as Real).into_dyn();
    assert_close(&rows.into_dyn(), &expected, 2e-7);
    assert_eq!(SinusoidalPositions::new(1).rows(0, 2)[[1, 0]], 1_f64.sin() as Real);
    assert_eq!(SinusoidalPositions::new(0).rows(0, 2).dim(), (2, 0));
}

/// The angles are 10,000,001 and 100,000.01, and the expected values come from a calculator with 50
/// digits. The nearest `f32` is 0.002 away from the second angle.
#[test]
fn large_positions_are_right() {
    let rows = SinusoidalPositions::new(4).rows(10_000_001, 1);
    let expected = array![[-0.536_218_8, -0.844_079, 0.025_753_6, -0.999_668_3]];
    assert_close(&rows.into_dyn(), &expected.into_dyn(), 2e-7);
}

#[test]
fn rows_are_added_at_their_place() {
    let tape = Tape::new(Mode::Check, 0);
    let x = random((2, 3, 5), 1);
    let sinusoidal = SinusoidalPositions::new(5);
    let y = sinusoidal.forward(tape.constant(x.clone()), 7).value();
    assert_eq!(y, (&x + &sinusoidal.rows(7, 3)).into_dyn());

    let learned = LearnedPositions::new(10, 5, &mut rng(2));
    let y = learned.forward(tape.constant(x.clone()), 7).unwrap().value();
    let rows = learned.weight.value();
    let rows = rows.slice_axis(Axis(0), (7..10).into());
    assert_eq!(y, &x.into_dyn() + &rows);
}

#[test]
fn one_step_at_a_time_gives_the_same() {
    let tape = Tape::new(Mode::Eval, 0);
    let x = tape.constant(random((2, 4, 6), 1));
    let sinusoidal = SinusoidalPositions::new(6);
    let learned = LearnedPositions::new(4, 6, &mut rng(2));
    let all = [sinusoidal.forward(x, 0), learned.forward(x, 0).unwrap()];
    for step in 0..4 {
        let now = x.slice(1, step..step + 1);
        let one = [sinusoidal.forward(now, step), learned.forward(now, step).unwrap()];
        for (one, all) in one.iter().zip(all) {
            assert_eq!(one.value(), all.slice(1, step..step + 1).value());
        }
    }
}

#[test]
fn learned_positions_end() {
    let learned = LearnedPositions::new(4, 2, &mut rng(1));
    let tape = Tape::new(Mode::Eval, 0);
    let x = tape.constant(random((1, 3, 2), 1));
    assert!(learned.forward(x, 1).is_ok());
    let error = |offset| learned.forward(x, offset).unwrap_err();
    assert_eq!(error(2), DataError::TooLong { end: 5, max_len: 4 });
    let (end, max_len) = (usize::MAX, 4);
    assert_eq!(error(usize::MAX - 1), DataError::TooLong { end, max_len });
}

#[test]
fn inputs_of_other_shapes_are_refused() {
    let tape = Tape::new(Mode::Eval, 0);
    assert_panics("sinusoidal_positions: [2, 3, 5]: expected [.., steps, 4]", || {
        SinusoidalPositions::new(4).forward(tape.constant(random((2, 3, 5), 0)), 0);
    });
    assert_panics("learned_positions: [4]: expected [.., steps, 4]", || {
        let learned = LearnedPositions::new(3, 4, &mut rng(1));
        let _ = learned.forward(tape.constant(random(4, 0)), 0);
    });
}
