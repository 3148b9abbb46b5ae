use ndarray::array;

use super::*;
use crate::tape::{Mode, Tape};
use crate::testing::{assert_close, names, random};

#[test]
fn gain_and_bias_come_after_the_normalization() {
    let norm = LayerNorm {
        weight: Param::new(array![1.0, 1.0, 10.0]),
        bias: Param::new(array![0.0, 5.0, 0.0]),
        epsilon: 0.0,
    };
    let tape = Tape::new(Mode::Eval, 0);
    // Mean 3, variance 6.
    let y = norm.forward(tape.constant(array![[0.0, 3.0, 6.0]])).value();
    let root = (3.0 as Real / 2.0).sqrt();
    let expected = array![[-root, 5.0, 10.0 * root]].into_dyn();
    assert_close(&y.into_owned(), &expected, 1e-5);
}

#[test]
fn starts_as_the_plain_normalization() {
    let tape = Tape::new(Mode::Eval, 0);
    let x = random((50, 8), 1) * 3.0 + 7.0;
    let y = LayerNorm::new(8).forward(tape.constant(x)).value();
    for row in y.rows() {
        assert!(row.sum().abs() < 1e-5);
        assert!((row.dot(&row) / 8.0 - 1.0).abs() < 1e-4);
    }
    let constant = tape.constant(ndarray::Array1::from_elem(8, 4.0));
    assert!(
        LayerNorm::new(8)
            .forward(constant)
            .value()
            .iter()
            .all(|&y| y == 0.0)
    );
}

#[test]
fn names_and_epsilon() {
    let norm = LayerNorm::new(4);
    assert_eq!(names(&norm), ["weight", "bias"]);
    assert_eq!(norm.epsilon, 1e-5);
}

#[test]
#[should_panic(expected = "layer_norm: [1, 3]")]
fn another_size_is_refused() {
    let tape = Tape::new(Mode::Eval, 0);
    LayerNorm::new(4).forward(tape.constant(random((1, 3), 0)));
}
