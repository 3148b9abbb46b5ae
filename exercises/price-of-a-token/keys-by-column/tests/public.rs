use attention::{Real, assert_between};
use keys_by_column::distance;

#[test]
fn many_bits_change_nothing() {
    for by_column in [false, true] {
        let got: Real = distance(16, 1.0, by_column, 0);
        assert_between!(
            got,
            0.0,
            0.001,
            "16 bits, by column: {by_column}: the distance"
        );
    }
}
