use attention::tape::{Mode, Tape, attend};
use attention::{Real, array::assert_close, mask::Mask};
use ndarray::{Array2, arr2, array};
use three_tokens::{outputs, weights};

fn tokens() -> Array2<Real> {
    array![[1.0, 1.0, 1.0, 1.0], [1.0, 1.0, -1.0, -1.0], [1.0, 1.0, 0.0, 0.0]]
}

#[test]
fn the_nine_weights() {
    let tape = Tape::new(Mode::Eval, 0);
    let x = tape.constant(tokens());
    let want = attend(x, x, x, &Mask::all(), 0.0).weights.value();
    let got: Array2<Real> = arr2(&weights());
    assert_close(&got.into_dyn(), &want, 0.001);
}

#[test]
fn the_three_outputs() {
    let tape = Tape::new(Mode::Eval, 0);
    let x = tape.constant(tokens());
    let want = attend(x, x, x, &Mask::all(), 0.0).output.value();
    let got: Array2<Real> = arr2(&outputs());
    assert_close(&got.into_dyn(), &want, 0.0015);
}
