use super::public::Operation;
use attention::{Real, assert_near, automatic_differentiation::Tape};
use own_operation::{composed, single};

//@ param place
const PLACE: u16 = 100;

fn value_and_slope(operation: Operation, place: Real) -> (Real, Real) {
    let tape = Tape::default();
    let x = tape.number(place);
    let y = operation(&tape, x);
    (y.value(), y.backward().by(x))
}

#[test]
fn only_one_stays_finite() {
    let place = Real::from(PLACE);
    let (value, slope) = value_and_slope(composed, place);
    assert_eq!(value, 1.0, "the value of composed at {place}");
    assert!(slope.is_nan(), "the slope of composed at {place} is NaN, not {slope}");
    for (place, want) in [(place, 1.0), (-place, -1.0)] {
        let got = value_and_slope(single, place);
        assert_eq!(got, (want, 0.0), "value and slope of single at {place}");
    }
}

#[test]
fn both_work_inside_a_formula() {
    for (name, operation) in [("composed", composed as Operation), ("single", single)] {
        for place in [-1.2, 0.4, 0.9] {
            let tape = Tape::default();
            let x = tape.number(place);
            let y = operation(&tape, x * x);
            let got: Real = (y * y + x).backward().by(x);
            let place = f64::from(place);
            let tanh = (place * place).tanh();
            let want = (2.0 * tanh * (1.0 - tanh * tanh) * 2.0 * place + 1.0) as Real;
            assert_near!(got, want, 1e-5, "{name}: the derivative at {place}");
        }
    }
}
