use attention::{Real, assert_near};
use measure_the_spread::slope_and_top;

#[test]
fn one_key_has_no_choice() {
    for itself in [false, true] {
        let [slope, top]: [Real; 2] = slope_and_top(1, 8, 1.0, itself, 3);
        assert!(slope.abs() <= 1e-6, "the slope is 0, not {slope}");
        assert!((top - 1.0).abs() <= 1e-5, "the only weight is 1, not {top}");
    }
}

#[test]
fn a_huge_divisor_makes_equal_weights() {
    for (keys, itself) in [(2, false), (5, true)] {
        let share = 1.0 / keys as Real;
        let [slope, top]: [Real; 2] = slope_and_top(keys, 8, 1e9, itself, 3);
        let want = share * (1.0 - share);
        assert_near!(slope, want, 1e-4, "the slope of {keys} equal weights");
        assert_near!(top, share, 1e-4, "the largest of {keys} equal weights");
    }
}
