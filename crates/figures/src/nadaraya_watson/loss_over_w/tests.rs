use super::*;

#[test]
fn both_descents_of_the_chapter_come_out() {
    for (rate, epochs, expected) in [
        (7, 5, "w = 13.95: loss 0.375, RMS error of the fit 0.366."),
        (7, 20, "w = 10.32: loss 0.337, RMS error of the fit 0.337."),
        (1, 50, "w = 3.67: loss 0.267, "),
        (1, 100, "w = 4.06: loss 0.263, "),
        (1, 5, "w = 2.03: loss 0.349, "),
        (3, 1, "1 epoch leads to w = 3.32: "),
        (3, 5, "5 epochs lead to w = 3.69: loss 0.267, "),
    ] {
        let result = answer(&[0, rate, epochs]).result;
        assert!(result.contains(expected), "{result}");
    }
}
