use super::*;
use crate::tape::{Mode, Tape};
use crate::testing::{names, random};

#[test]
fn only_training_drops() {
    let dropout = Dropout::new(0.5).unwrap();
    let x = random((20, 20), 1);
    let output = |mode| {
        let tape = Tape::new(mode, 3);
        dropout.forward(tape.constant(x.clone())).value()
    };
    assert_eq!(output(Mode::Check), x.clone().into_dyn());
    assert_eq!(output(Mode::Eval), x.clone().into_dyn());
    let dropped = output(Mode::Train);
    let zeros = dropped.iter().filter(|&&entry| entry == 0.0).count();
    assert!((150..250).contains(&zeros), "{zeros} of 400");
    assert_eq!(output(Mode::Train), dropped);
}

#[test]
fn a_layer_that_is_off_drops_nothing() {
    let tape = Tape::new(Mode::Train, 3);
    let x = tape.constant(random((20, 20), 1));
    assert_eq!(Dropout::off().forward(x).value(), x.value());
}

#[test]
fn rates_are_checked() {
    for rate in [-0.1, 1.0, 2.0, Real::INFINITY, Real::NAN] {
        let error = Dropout::new(rate).unwrap_err().to_string();
        assert_eq!(error, format!("dropout rate {rate} is not in [0, 1)"));
    }
    for rate in [0.0, 0.5, 0.999] {
        assert_eq!(Dropout::new(rate).unwrap().rate(), rate);
    }
}

#[test]
fn has_no_parameters() {
    assert!(names(&Dropout::off()).is_empty());
}
