//! Tests that a course keeps.

use twenty_million_ones::{error_ratio, sums_of_ones};

#[test]
fn where_the_sums_part() {
    let few: (f32, f32) = sums_of_ones(1000);
    assert_eq!(few, (1000.0, 1000.0), "1000 ones, stored and repeated");
    let (stored, repeated): (f32, f32) = sums_of_ones((1 << 24) + 8);
    assert!(stored == 16_777_224.0, "2^24 + 8 ones, stored: {stored}");
    assert!(
        repeated == 16_777_216.0,
        "2^24 + 8 ones, repeated: {repeated}"
    );
}

#[test]
fn seven_rows_make_no_difference() {
    for seed in [4, 5, 6] {
        let ratio: f64 = error_ratio(7, 300, seed);
        assert!(
            ratio == 1.0,
            "seed {seed}: the ratio of 7 rows is {ratio}, not 1"
        );
    }
}

#[test]
fn the_seed_decides() {
    let first: f64 = error_ratio(1000, 20, 7);
    let again: f64 = error_ratio(1000, 20, 7);
    assert!(first == again, "seed 7: first {first}, then {again}");
    let other: f64 = error_ratio(1000, 20, 8);
    assert!(first != other, "the seeds 7 and 8 both give {first}");
}
