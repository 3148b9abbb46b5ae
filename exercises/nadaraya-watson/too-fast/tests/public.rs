use attention::{Real, assert_between, assert_near};
use too_fast::{computed_error, measured_error};

//@ param factor
const FACTOR: u16 = 5;

#[test]
fn four_times_the_reach_halves_the_computed_error() {
    let factor = Real::from(FACTOR);
    let (once, four): (Real, Real) =
        (computed_error(factor), computed_error(4.0 * factor));
    assert_near!(four, once / 2.0, 1e-4 * once, "the error at 4 times {factor}");
}

#[test]
fn measured_is_slightly_above_computed() {
    let factor = Real::from(FACTOR);
    let computed: Real = computed_error(factor);
    for first in [0, 5000, 10_000] {
        let measured: Real = measured_error(factor, 50, first..first + 3000).unwrap();
        println!("seeds from {first} on: measured {measured}, computed {computed}");
        assert_between!(measured / computed, 1.03, 1.15, "measured / computed");
    }
}
