//! Two layouts of the same numbers, and two sums.

use ndarray::Array1;

/// Returns two sums of `count` ones in `f32`: of an array that holds them, and of a
/// view that repeats a single 1.
pub fn sums_of_ones(count: usize) -> (f32, f32) {
    //@ solution
    let stored: Array1<f32> = Array1::ones(count);
    let one: Array1<f32> = Array1::ones(1);
    let repeated = one.broadcast(count).expect("1 is repeated");
    (stored.sum(), repeated.sum())
    //@ stub let one: Array1<f32> = Array1::ones(1);
    //@ stub todo!("the sum of {count} ones, stored and repeated from {one}")
    //@ end
}

/// Returns the rounding error of a sum of numbers with gaps between them, divided
/// by the error of a sum without gaps.
///
/// The numbers are the columns of a random matrix with the shape `[rows, columns]`,
/// stored row by row, with entries from 0 to 1. The error of a sum is its difference
/// from the sum in `f64`. The result is the root of the mean squared error of `sum`
/// over all columns, divided by the same for copies of the columns. There are at
/// least 3 rows and one column.
pub fn error_ratio(rows: usize, columns: usize, seed: u64) -> f64 {
    //@ solution
    use ndarray::Array2;
    use rand::{RngExt, SeedableRng, rngs::ChaCha8Rng};

    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let matrix: Array2<f32> = Array2::from_shape_fn((rows, columns), |_| rng.random());
    let (mut with_gaps, mut copied) = (0.0, 0.0);
    for column in matrix.columns() {
        let exact = column.mapv(f64::from).sum();
        with_gaps += (f64::from(column.sum()) - exact).powi(2);
        copied += (f64::from(column.to_owned().sum()) - exact).powi(2);
    }
    (with_gaps / copied).sqrt()
    //@ stub todo!("the ratio of {rows} rows and {columns} columns from {seed}")
    //@ end
}
exercise_solutions::tests!(twenty_million_ones);
