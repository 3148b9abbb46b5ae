// expect-fail: the_mean_of_the_sums_is_one, the_spread_of_the_sums, divided_again
// misconception: takes a tape on which dropout does nothing
// region: 3

use attention::tape::{Mode, Tape};
use ndarray::{Array2, Axis, Ix2};

fn dropped(weights: &Array1<Real>, rate: Real, rows: usize, seed: u64) -> Array2<Real> {
    let tape = Tape::new(Mode::Eval, seed);
    let copies = Array2::from_shape_fn((rows, weights.len()), |(_, key)| weights[key]);
    let dropped = tape.constant(copies).dropout(rate).value();
    let dropped = dropped.into_dimensionality::<Ix2>();
    dropped.expect("two axes").into_owned()
}
