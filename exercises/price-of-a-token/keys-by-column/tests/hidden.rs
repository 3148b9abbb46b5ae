use attention::{Real, assert_between};
use keys_by_column::distance;

/// The distances by token and by column must be in these bands, for two seeds.
fn check(bits: i32, large: Real, bands: [[Real; 2]; 2]) {
    for seed in 0..2 {
        for (by_column, [least, most]) in [false, true].into_iter().zip(bands) {
            let got: Real = distance(bits, large, by_column, seed);
            let keys = format!("{bits} bits, column 0 times {large}, seed {seed}");
            assert_between!(got, least, most, "{keys}, by column: {by_column}");
        }
    }
}

#[test]
fn columns_of_one_size() {
    check(4, 1.0, [[0.0303, 0.0355], [0.0375, 0.0455]]);
}

#[test]
fn one_large_column() {
    check(4, 16.0, [[0.168, 0.21], [0.0375, 0.0455]]);
}

#[test]
fn more_bits_for_the_token() {
    check(8, 16.0, [[0.0100, 0.0132], [0.0021, 0.0026]]);
}

#[test]
fn the_seed_decides() {
    let [first, again, other] =
        [1, 1, 2].map(|seed| -> Real { distance(3, 1.0, true, seed) });
    assert!(first == again, "the same seed led to two results");
    assert!(first != other, "two seeds led to the same result");
}
