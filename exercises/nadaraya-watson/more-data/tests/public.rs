use attention::Real;
use more_data::{queries_without_gain, rms_errors};

#[test]
fn errors_with_5000_points_are_in_the_bands() {
    for seed in [22, 23, 24] {
        let [fixed, shrinking]: [Real; 2] = rms_errors(5000, seed).unwrap();
        assert!(
            (0.60..=0.64).contains(&fixed),
            "seed {seed}, width 1: expected an error between 0.60 and 0.64, got {fixed}"
        );
        assert!(
            (0.07..=0.105).contains(&shrinking),
            "seed {seed}, width n^(-1/5): expected an error between 0.07 and 0.105, \
             got {shrinking}"
        );
    }
}

#[test]
fn one_point_makes_both_widths_equal() {
    let [fixed, shrinking]: [Real; 2] = rms_errors(1, 7).unwrap();
    assert!(
        fixed == shrinking,
        "for one point both widths are 1: got errors {fixed} and {shrinking}"
    );
}

#[test]
fn nothing_is_gained_without_new_points() {
    let got: usize = queries_without_gain(50, 50, 22).unwrap();
    assert!(
        got == 50,
        "the same 50 points twice: no query gains, expected 50, got {got}"
    );
}
