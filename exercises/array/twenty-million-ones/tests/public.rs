//! Tests that everybody sees.

use twenty_million_ones::{error_ratio, sums_of_ones};

#[test]
fn twenty_million_ones() {
    let (stored, repeated): (f32, f32) = sums_of_ones(20_000_000);
    assert!(
        stored == 2e7,
        "the array that holds the ones sums to {stored}"
    );
    let stops = 2_f32.powi(24);
    assert!(
        repeated == stops,
        "the sum of the view is {repeated}, expected {stops}"
    );
}

#[test]
fn the_ratio_lies_in_the_band() {
    for seed in [1, 2, 3] {
        let ratio: f64 = error_ratio(4000, 200, seed);
        let fits: bool = (5.5..10.5).contains(&ratio);
        assert!(
            fits,
            "seed {seed}: the ratio {ratio} is not between 5.5 and 10.5"
        );
    }
}
