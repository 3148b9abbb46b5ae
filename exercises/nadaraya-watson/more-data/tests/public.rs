use attention::{Real, assert_between};
use more_data::{queries_without_gain, rms_errors};

#[test]
fn errors_with_5000_points_are_in_the_bands() {
    for seed in [22, 23, 24] {
        let [fixed, shrinking]: [Real; 2] = rms_errors(5000, seed).unwrap();
        assert_between!(fixed, 0.60, 0.64, "seed {seed}, width 1: the error");
        assert_between!(shrinking, 0.07, 0.105, "seed {seed}, width n^(-1/5): error");
    }
}

#[test]
fn one_point_makes_both_widths_equal() {
    let [fixed, shrinking]: [Real; 2] = rms_errors(1, 7).unwrap();
    assert_eq!(fixed, shrinking, "for one point both widths are 1");
}

#[test]
fn nothing_is_gained_without_new_points() {
    let got: usize = queries_without_gain(50, 50, 22).unwrap();
    assert_eq!(got, 50, "the same 50 points twice: no query gains");
}
