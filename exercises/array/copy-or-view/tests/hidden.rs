use super::public::matrix;
use copy_or_view::{Shares, predictions};

#[test]
fn reshapes() {
    let a = matrix();
    let answers: Shares = predictions();
    let flat = a.to_shape(6).expect("six numbers");
    let transposed = a.t();
    let transposed_flat = transposed.to_shape(6).expect("six numbers");
    let shared: [bool; 2] =
        [flat.as_ptr() == a.as_ptr(), transposed_flat.as_ptr() == a.as_ptr()];
    let got: [bool; 2] = [answers.flat, answers.transposed_flat];
    assert_eq!(got, shared, "a.to_shape(6) and a.t().to_shape(6)");
}

#[test]
fn a_repetition() {
    let a = matrix();
    let answers: Shares = predictions();
    let repeated = a.broadcast((4, 2, 3)).expect("the shapes fit");
    let shared: bool = repeated.as_ptr() == a.as_ptr();
    assert_eq!(answers.broadcast, shared, "a.broadcast((4, 2, 3))");
}
