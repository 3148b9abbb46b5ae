//! A quotient for the tape of arrays, and inputs that distinguish a correct quotient
//! from wrong ones.

use attention::{Real, tape::Var};
use ndarray::{ArrayD, array};

/// Divides `x` by `y`, entry by entry: a new operation of the tape.
///
/// The shapes are equal, or one is broadcast to the other.
pub fn quotient<'t>(x: Var<'t>, y: Var<'t>) -> Var<'t> {
    let (a, b) = (x.value(), y.value());
    let quotient = &a / &b;
    x.tape().record("quotient", [x, y], quotient, move |d, [da, db]| {
        da.add(|| &d / &b);
        //@ solution
        db.add(|| -d * &a / (&b * &b));
        //@ stub db.add(|| -d * &a / &b);
        //@ end
    })
}

/// Returns numerator and divisor, of the same shape, at which `check::gradients` passes
/// for a correct quotient and reports wrong ones.
pub fn exposing_inputs() -> [ArrayD<Real>; 2] {
    //@ solution
    [array![0.5, -2.0].into_dyn(), array![1.5, -0.7].into_dyn()]
    //@ stub [array![0.5, -2.0].into_dyn(), array![1.0, 1.0].into_dyn()]
    //@ end
}
exercise_solutions::tests!(bug_in_a_quotient);
