// expect-fail: seed_and_rows_decide
// misconception: makes the tape with a seed of its own
// region: 3

use attention::tape::{Mode, Tape};
use ndarray::{Array2, Axis, Ix2};

fn dropped(weights: &Array1<Real>, rate: Real, rows: usize, seed: u64) -> Array2<Real> {
    let tape = Tape::new(Mode::Train, 7);
    let _ = seed;
    let copies = Array2::from_shape_fn((rows, weights.len()), |(_, key)| weights[key]);
    let dropped = tape.constant(copies).dropout(rate).value();
    let dropped = dropped.into_dimensionality::<Ix2>();
    dropped.expect("two axes").into_owned()
}
