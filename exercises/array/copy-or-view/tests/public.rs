use attention::Real;
use copy_or_view::{Shares, predictions};
use ndarray::Array2;

pub fn matrix() -> Array2<Real> {
    Array2::from_shape_fn((2, 3), |(row, column)| (3 * row + column) as Real)
}

#[test]
fn the_transpose() {
    let a = matrix();
    let answers: Shares = predictions();
    let shared: bool = a.t().as_ptr() == a.as_ptr();
    assert_eq!(answers.transposed, shared, "a.t(): does it move a number?");
}

#[test]
fn methods_that_make_an_array() {
    let a = matrix();
    let answers: Shares = predictions();
    let shared: [bool; 3] = [
        a.t().to_owned().as_ptr() == a.as_ptr(),
        a.clone().as_ptr() == a.as_ptr(),
        a.mapv(|x| x).as_ptr() == a.as_ptr(),
    ];
    let got: [bool; 3] = [answers.transposed_owned, answers.cloned, answers.mapped];
    assert_eq!(got, shared, "a.t().to_owned(), a.clone() and a.mapv(|x| x)");
}
