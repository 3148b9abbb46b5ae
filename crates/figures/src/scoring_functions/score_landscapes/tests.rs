use super::*;

#[test]
fn scores_of_a_longer_key_grow_fall_or_level_off() {
    let start = answer(&[16, 13, 2]).result;
    assert_eq!(
        start,
        "Highest score: B (dot product), C (bilinear), A (distance), B (additive). In the same order, B \
         scores 3.84, \u{2212}0.90, \u{2212}1.16, 3.65."
    );
    let longer = answer(&[16, 13, 5]).result;
    assert!(longer.ends_with("B scores 15.36, \u{2212}3.60, \u{2212}51.14, 4.00."), "{longer}");
}

#[test]
fn equal_scores_are_a_tie() {
    let zero = answer(&[10, 10, 2]).result;
    assert!(
        zero.starts_with("Highest score: all three (dot product), all three (bilinear),"),
        "{zero}"
    );
}
