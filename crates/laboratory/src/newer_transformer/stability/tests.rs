use ndarray::array;

use super::*;
use attention::tape::{Mode, Tape};

#[test]
fn two_equal_weights_have_the_entropy_of_a_bit() {
    let tape = Tape::new(Mode::Eval, 0);
    let weights = tape.constant(array![[0.5, 0.5], [1.0, 0.0]]);
    let half_a_bit = 2_f64.ln() / 2.0;
    assert!((entropy(&[weights, weights]) - half_a_bit).abs() < 1e-6);
}
