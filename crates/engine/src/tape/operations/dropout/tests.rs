use ndarray::{Array1, Array2, ArrayD, ShapeBuilder, array};

use super::super::layouts::uniform;
use crate::Real;
use crate::tape::{Mode, Tape, check};

fn dropped(seed: u64, x: ArrayD<Real>, rate: Real) -> ArrayD<Real> {
    let tape = Tape::new(Mode::Train, seed);
    tape.constant(x).dropout(rate).value().to_owned()
}

#[test]
fn about_the_rate_of_all_entries_becomes_0_and_the_mean_stays() {
    for rate in [0.1, 0.5, 0.9] {
        let count: Real = 10_000.0;
        let result = dropped(3, ArrayD::ones(vec![100, 100]), rate);
        let zeros = result.iter().filter(|&&entry| entry == 0.0).count() as Real;
        let deviation = (count * rate * (1.0 - rate)).sqrt();
        assert!(
            (zeros - count * rate).abs() < 4.0 * deviation,
            "{zeros} at {rate}"
        );
        let scale = 1.0 / (1.0 - rate);
        assert!(result.iter().all(|&entry| entry == 0.0 || entry == scale));
    }
}

#[test]
fn the_same_entries_go_in_both_precisions() {
    let result = dropped(0, ArrayD::ones(vec![16]), 0.25);
    let places: Vec<_> = (0..16).filter(|&place| result[[place]] == 0.0).collect();
    assert_eq!(places, [7, 8]);
}

#[test]
fn the_seed_and_the_turn_decide_what_goes() {
    let ones = || ArrayD::ones(vec![100]);
    assert_eq!(dropped(1, ones(), 0.5), dropped(1, ones(), 0.5));
    assert_ne!(dropped(1, ones(), 0.5), dropped(2, ones(), 0.5));
    let tape = Tape::new(Mode::Train, 1);
    let x = tape.constant(ones());
    assert_ne!(x.dropout(0.5).value(), x.dropout(0.5).value());
}

#[test]
fn the_order_in_memory_does_not_matter() {
    let rows = uniform(&[8, 9]);
    let mut columns = Array2::zeros((8, 9).f()).into_dyn();
    columns.assign(&rows);
    assert_eq!(dropped(5, rows, 0.5), dropped(5, columns, 0.5));
}

#[test]
fn gradients_go_where_the_entries_went() {
    let tape = Tape::new(Mode::Train, 4);
    let x = tape.variable(Array1::ones(50));
    let kept = x.dropout(0.5);
    let factors = kept.value();
    let gradients = (kept * 3.0).sum().backward();
    let gradient = gradients.wrt(x).unwrap();
    assert_eq!(gradient, &(&factors * 3.0));
    assert!(gradient.iter().any(|&d| d == 0.0) && gradient.iter().any(|&d| d == 6.0));
}

#[test]
fn dropping_twice_multiplies() {
    let tape = Tape::new(Mode::Train, 4);
    let x = tape.variable(Array1::ones(50));
    let (a, b) = (x.dropout(0.5), x.dropout(0.5));
    let expected = &a.value() + &b.value();
    let gradients = (a + b).sum().backward();
    assert_eq!(gradients.wrt(x).unwrap(), &expected);
}

#[test]
fn nothing_is_recorded_where_nothing_is_dropped() {
    for (mode, rate) in [(Mode::Check, 0.5), (Mode::Eval, 0.5), (Mode::Train, 0.0)] {
        let tape = Tape::new(mode, 0);
        let x = tape.variable(array![1.0, 2.0]);
        assert_eq!(x.dropout(rate).value(), x.value());
        assert_eq!(tape.operations(), ["variable"]);
    }
    check::gradients(&[uniform(&[3])], |_, v| v[0].dropout(0.5) * v[0]).unwrap();
}

#[test]
fn nothing_can_be_dropped_from_nothing() {
    assert_eq!(dropped(0, ArrayD::zeros(vec![2, 0]), 0.5).shape(), [2, 0]);
}

#[test]
#[should_panic(expected = "dropout: rate 1 is not in [0, 1)")]
fn not_everything_can_be_dropped() {
    dropped(0, uniform(&[3]), 1.0);
}

#[test]
#[should_panic(expected = "dropout: rate -0.5 is not in [0, 1)")]
fn a_negative_rate_is_refused_on_all_tapes() {
    Tape::new(Mode::Eval, 0)
        .constant(uniform(&[3]))
        .dropout(-0.5);
}

#[test]
#[should_panic(expected = "dropout: rate NaN is not in [0, 1)")]
fn nan_is_not_a_rate() {
    dropped(0, uniform(&[3]), Real::NAN);
}
