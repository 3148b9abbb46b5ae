//! The hyperbolic tangent on the tape of numbers, written twice.

use attention::automatic_differentiation::{Number, Tape};

/// Computes tanh x = 1 - 2 / (e²ˣ + 1), composed of existing operations of the tape.
///
/// `x` and the result are on `tape`.
pub fn composed<'t>(tape: &'t Tape, x: Number<'t>) -> Number<'t> {
    //@ solution
    let [one, two] = [1.0, 2.0].map(|value| tape.number(value));
    one - two / ((two * x).exp() + one)
    //@ stub let numbers = tape.recorded();
    //@ stub todo!("tanh of {}, composed, after {numbers} numbers", x.value())
    //@ end
}

/// Computes tanh x as a single operation: one number on the tape, with one arrow from
/// `x`.
///
/// `x` and the result are on `tape`.
pub fn single<'t>(tape: &'t Tape, x: Number<'t>) -> Number<'t> {
    //@ solution
    let y = x.value().tanh();
    tape.record(y, [(x, 1.0 - y * y)])
    //@ stub let numbers = tape.recorded();
    //@ stub todo!("tanh of {} in one step, after {numbers} numbers", x.value())
    //@ end
}
exercise_solutions::tests!(own_operation);
