use attention::automatic_differentiation::{Number, Tape};
use attention::{Real, assert_near};
use own_operation::{composed, single};

pub type Operation = for<'t> fn(&'t Tape, Number<'t>) -> Number<'t>;

/// Compares value and slope with the standard library in double precision.
fn compare(name: &str, operation: Operation) {
    for place in [-2.0, -0.3, 0.0, 0.5, 1.0, 3.0] {
        let tape = Tape::default();
        let x = tape.number(place);
        let y = operation(&tape, x);
        let (value, slope): (Real, Real) = (y.value(), y.backward().by(x));
        let want = f64::from(place).tanh();
        let wants = [want, 1.0 - want * want].map(|want| want as Real);
        assert_near!(value, wants[0], 1e-5, "the value of {name} at {place}");
        assert_near!(slope, wants[1], 1e-5, "the slope of {name} at {place}");
    }
}

#[test]
fn composed_has_value_and_slope() {
    compare("composed", composed);
}

#[test]
fn single_has_value_and_slope() {
    compare("single", single);
}

#[test]
fn single_is_one_number_with_one_arrow() {
    let tape = Tape::default();
    let x = tape.number(0.5);
    let before = (tape.recorded(), tape.arrows());
    let _ = single(&tape, x);
    let added = (tape.recorded() - before.0, tape.arrows() - before.1);
    assert_eq!(added, (1, 1), "numbers and arrows that single adds");
}
