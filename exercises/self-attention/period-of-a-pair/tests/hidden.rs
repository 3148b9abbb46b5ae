use attention::assert_near;
use std::f64::consts::TAU;

use period_of_a_pair::{pairs_that_turn, period};

#[test]
fn the_first_and_the_last_pair() {
    for base in [10_000.0, 100.0, 2.0] {
        for dim in [2, 6, 32, 512] {
            let first: f64 = period(0, dim, base);
            let last: f64 = period(dim / 2 - 1, dim, base);
            assert_near!(first, TAU, 1e-9, "pair 0 of {dim} columns, base {base}");
            // One more pair would reach the base itself.
            let want = TAU * base / (base.ln() * 2.0 / dim as f64).exp();
            assert_near!(last, want, 1e-6 * want, "the last pair of {dim} columns");
        }
    }
}

#[test]
fn how_many_pairs_turn() {
    for (dim, base, positions, want) in [
        (32, 10_000.0, 48, 4),
        (64, 10_000.0, 48, 8),
        (128, 10_000.0, 48, 15),
        (32, 10_000.0, 62, 4),
        (32, 10_000.0, 63, 5),
        (32, 10_000.0, 6, 0),
        (32, 10_000.0, 7, 1),
        (32, 10_000.0, 0, 0),
        (32, 10_000.0, 35_332, 15),
        (32, 10_000.0, 35_333, 16),
        (2, 10_000.0, 1_000_000, 1),
        (32, 100.0, 48, 8),
        (32, 5.0, 48, 16),
    ] {
        let got: usize = pairs_that_turn(dim, base, positions);
        assert_eq!(got, want, "{dim} columns, base {base}, {positions} positions");
    }
}
