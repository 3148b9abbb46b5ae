use std::cell::RefCell;

use attention::{Real, array::assert_close, automatic_differentiation::Tape};
use dual_numbers::{Dual, gradient};
use ndarray::arr1;

/// (x y + z) / (x - y z) - z z / y, for any kind of number.
macro_rules! formula {
    ($x:expr, $y:expr, $z:expr) => {
        ($x * $y + $z) / ($x - $y * $z) - $z * $z / $y
    };
}

#[test]
fn agrees_with_the_tape() {
    for point in
        [[2.0, 0.5, 1.0], [-1.0, 2.0, 0.7], [0.3, -1.5, 2.5], [3.0, -0.6, -1.1]]
    {
        let got: [Real; 3] = gradient(|[x, y, z]| formula!(x, y, z), point);
        let tape = Tape::default();
        let [x, y, z] = point.map(|value| tape.number(value));
        let derivatives = formula!(x, y, z).backward();
        let want: [Real; 3] = [x, y, z].map(|number| derivatives.by(number));
        assert_close(&arr1(&got), &arr1(&want), 1e-4);
    }
}

#[test]
fn one_pass_for_each_input() {
    let point = [1.5, -2.0, 0.25, 4.0];
    let passes = RefCell::new(Vec::new());
    let got: [Real; 4] = gradient(
        |inputs: [Dual; 4]| {
            passes.borrow_mut().push(inputs);
            inputs[0] + inputs[1] - inputs[3]
        },
        point,
    );
    assert_eq!(got, [1.0, 1.0, 0.0, -1.0], "the derivatives of x0 + x1 - x3");
    let passes = passes.into_inner();
    assert_eq!(passes.len(), 4, "calls of a function with four inputs");
    let mut seen = [0; 4];
    for inputs in passes {
        assert_eq!(inputs.map(|input| input.value), point, "values of the inputs");
        let slopes = inputs.map(|input| input.slope);
        assert_eq!(slopes.iter().sum::<Real>(), 1.0, "slopes of one pass: {slopes:?}");
        for (seen, slope) in seen.iter_mut().zip(slopes) {
            assert!(slope == 0.0 || slope == 1.0, "slopes of one pass: {slopes:?}");
            *seen += i32::from(slope == 1.0);
        }
    }
    assert_eq!(seen, [1; 4], "how often each input had the slope 1");
}
