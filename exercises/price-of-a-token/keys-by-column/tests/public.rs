use attention::Real;
use keys_by_column::distance;

#[test]
fn many_bits_change_nothing() {
    for by_column in [false, true] {
        let got: Real = distance(16, 1.0, by_column, 0);
        assert!(
            (0.0..0.001).contains(&got),
            "16 bits, by column: {by_column}: below 0.001, not {got}"
        );
    }
}
