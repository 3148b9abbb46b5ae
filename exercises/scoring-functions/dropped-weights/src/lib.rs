//! The effect of dropout on a row of weights.

use attention::Real;
use ndarray::Array1;

/// Returns mean and standard deviation of the sums of `rows` rows of dropped weights.
///
/// Each row is the row `weights` after dropout with `rate`, on a tape for training
/// with seed `seed`. `weights` sums to 1, `rate` is in `0..1`, and there is at
/// least one row.
pub fn row_sums(
    weights: &Array1<Real>,
    rate: Real,
    rows: usize,
    seed: u64,
) -> [Real; 2] {
    //@ solution
    let sums = dropped(weights, rate, rows, seed).sum_axis(Axis(1)); // [rows]
    let mean = sums.sum() / rows as Real;
    let squares = sums.mapv(|sum| (sum - mean).powi(2));
    [mean, (squares.sum() / rows as Real).sqrt()]
    //@ stub todo!("sums of {rows} rows of {weights}, rate {rate}, seed {seed}")
    //@ end
}

/// Returns the mean of each weight over `rows` dropped rows, `[keys]` to `[keys]`.
///
/// If `divide_again`, each row is first divided by its sum; a row in which all weights
/// were dropped remains 0. All rows count in the mean.
pub fn mean_weights(
    weights: &Array1<Real>,
    rate: Real,
    rows: usize,
    seed: u64,
    divide_again: bool,
) -> Array1<Real> {
    //@ solution
    let mut dropped = dropped(weights, rate, rows, seed);
    if divide_again {
        let sums = dropped.sum_axis(Axis(1)).insert_axis(Axis(1)); // [rows, 1]
        dropped /= &sums.mapv(|sum| if sum > 0.0 { sum } else { 1.0 });
    }
    dropped.sum_axis(Axis(0)) / rows as Real
    //@ stub todo!("{weights}, rate {rate}, {rows} rows, seed {seed}, {divide_again}")
    //@ end
}
//@ solution

use attention::tape::{Mode, Tape};
use ndarray::{Array2, Axis, Ix2};

/// Returns the row `weights` after dropout, `rows` times: `[rows, keys]`.
fn dropped(weights: &Array1<Real>, rate: Real, rows: usize, seed: u64) -> Array2<Real> {
    let tape = Tape::new(Mode::Train, seed);
    let copies = Array2::from_shape_fn((rows, weights.len()), |(_, key)| weights[key]);
    let dropped = tape.constant(copies).dropout(rate).value();
    let dropped = dropped.into_dimensionality::<Ix2>();
    dropped.expect("two axes").into_owned()
}
//@ stub
//@ end
exercise_solutions::tests!(dropped_weights);
