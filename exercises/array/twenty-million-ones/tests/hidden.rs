use attention::{assert_between, assert_near};
use ndarray::Array1;
use rand::{RngExt, SeedableRng, rngs::ChaCha8Rng};
use twenty_million_ones::{error_ratio, sums_of_ones};

#[test]
fn twenty_million_ones() {
    let sums: (f32, f32) = sums_of_ones(20_000_000);
    let want: (f32, f32) = (2e7, 2_f32.powi(24));
    assert_eq!(sums, want, "20 million ones, stored and repeated");
}

#[test]
fn the_ratio_lies_in_the_band() {
    for seed in [1, 2, 3] {
        let ratio: f64 = error_ratio(4000, 200, seed);
        assert_between!(ratio, 5.5, 10.5, "seed {seed}: the ratio");
    }
}

#[test]
fn agrees_with_a_loop() {
    let (rows, columns) = (500, 60);
    for seed in [9, 10, 11] {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let numbers: Vec<f32> = (0..rows * columns).map(|_| rng.random()).collect();
        let mut squares = [0.0; 2];
        for start in 0..columns {
            let column: Array1<f32> =
                numbers.iter().skip(start).step_by(columns).copied().collect();
            let exact: f64 = column.iter().copied().map(f64::from).sum();
            // One number after the other, then `sum` for numbers without gaps.
            let long: f32 = column.iter().fold(0.0, |sum, number| sum + number);
            squares[0] += (f64::from(long) - exact).powi(2);
            squares[1] += (f64::from(column.sum()) - exact).powi(2);
        }
        let want: f64 = (squares[0] / squares[1]).sqrt();
        let got: f64 = error_ratio(rows, columns, seed);
        assert_near!(got, want, 1e-6 * want, "seed {seed}: {rows} rows of {columns}");
    }
}

#[test]
fn a_matrix_of_seven_rows() {
    for seed in [4, 5, 6] {
        let ratio: f64 = error_ratio(7, 300, seed);
        assert!(ratio == 1.0, "seed {seed}: the ratio of 7 rows is {ratio}, not 1");
    }
}
