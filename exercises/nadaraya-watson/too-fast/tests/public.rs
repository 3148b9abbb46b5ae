use attention::Real;
use too_fast::{computed_error, measured_error};

//@ param factor
const FACTOR: u16 = 5;

#[test]
fn four_times_the_reach_halves_the_computed_error() {
    let factor = Real::from(FACTOR);
    let (once, four): (Real, Real) =
        (computed_error(factor), computed_error(4.0 * factor));
    assert!(
        (four / once - 0.5).abs() <= 1e-4,
        "factor {factor} has error {once}, so four times the factor must have \
         half of it, got {four}"
    );
}

#[test]
fn measured_is_slightly_above_computed() {
    let factor = Real::from(FACTOR);
    let computed: Real = computed_error(factor);
    for first in [0, 5000, 10_000] {
        let measured: Real = measured_error(factor, 50, first..first + 3000).unwrap();
        let ratio = measured / computed;
        assert!(
            (1.03..=1.15).contains(&ratio),
            "seeds from {first} on: expected measured / computed between 1.03 and \
             1.15, got {measured} / {computed} = {ratio}"
        );
    }
}
