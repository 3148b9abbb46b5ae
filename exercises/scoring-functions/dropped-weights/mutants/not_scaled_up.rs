// expect-fail: the_mean_of_the_sums_is_one, each_weight_keeps_its_mean
// misconception: drops weights without dividing the others by 1 - rate
// region: 3

use attention::tape::{Mode, Tape};
use ndarray::{Array2, Axis, Ix2};

fn dropped(weights: &Array1<Real>, rate: Real, rows: usize, seed: u64) -> Array2<Real> {
    let tape = Tape::new(Mode::Train, seed);
    let copies = Array2::from_shape_fn((rows, weights.len()), |(_, key)| weights[key]);
    let dropped = tape.constant(copies).dropout(rate).value() * (1.0 - rate);
    let dropped = dropped.into_dimensionality::<Ix2>();
    dropped.expect("two axes").into_owned()
}
