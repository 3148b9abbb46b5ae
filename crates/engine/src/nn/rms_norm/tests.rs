use ndarray::array;

use super::*;
use crate::tape::{Mode, Tape};
use crate::testing::{assert_close, names, random};

#[test]
fn the_gain_comes_after_the_normalization() {
    let norm = RmsNorm {
        weight: Param::new(array![1.0, 10.0]),
        epsilon: 0.0,
    };
    let tape = Tape::new(Mode::Eval, 0);
    let y = norm.forward(tape.constant(array![[1.0, 7.0]])).value();
    assert_close(&y.into_owned(), &array![[0.2, 14.0]].into_dyn(), 1e-5);
    assert_eq!(names(&norm), ["weight"]);
}

#[test]
#[should_panic(expected = "rms_norm: [1, 3]")]
fn another_size_is_refused() {
    let tape = Tape::new(Mode::Eval, 0);
    RmsNorm::new(4).forward(tape.constant(random((1, 3), 0)));
}
