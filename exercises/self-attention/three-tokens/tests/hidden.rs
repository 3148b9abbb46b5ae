use attention::tape::{Attended, Mode, Tape, attend};
use attention::{array::assert_close, mask::Mask};
use ndarray::{arr2, array};
use three_tokens::{outputs, weights};

fn attended(tape: &Tape) -> Attended<'_> {
    let x = tape.constant(array![
        [1.0, 1.0, 1.0, 1.0],
        [1.0, 1.0, -1.0, -1.0],
        [1.0, 1.0, 0.0, 0.0]
    ]);
    attend(x, x, x, &Mask::all(), 0.0)
}

#[test]
fn the_nine_weights() {
    let tape = Tape::new(Mode::Eval, 0);
    assert_close(&arr2(&weights()), &attended(&tape).weights.value(), 0.001);
}

#[test]
fn the_three_outputs() {
    let tape = Tape::new(Mode::Eval, 0);
    assert_close(&arr2(&outputs()), &attended(&tape).output.value(), 0.0015);
}
