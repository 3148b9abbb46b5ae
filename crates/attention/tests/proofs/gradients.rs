//! The operations and functions of the chapters against small differences. The operations of the
//! engine are in its table of operations.

mod memory;

use attention::Real;
use attention::mask::Mask;
use attention::newer_transformer::{Scoring, attend_in_groups};
use attention::tape::{Mode, Tape, Var, check};
use ndarray::ArrayD;

use crate::proof::{Kind, Proof, assert_recorded, numbers, projection};

pub(crate) fn proofs() -> Vec<Proof> {
    let shared_keys = [
        numbers(&[2, 4, 3, 2]),
        numbers(&[2, 2, 5, 2]),
        numbers(&[2, 2, 5, 3]),
        numbers(&[4, 3, 5]),
    ];
    let in_groups = gradient_of_function("attend_in_groups", shared_keys, |v| {
        let scoring = Scoring {
            factor: 1.5,
            cap: Some(2.0),
            bias: Some(v[3]),
        };
        let mask = Mask::causal().starting_at(1);
        attend_in_groups(v[0], v[1], v[2], &mask, &scoring).output
    });
    memory::proofs().into_iter().chain([in_groups]).collect()
}

/// Returns the gradient of an operation by all its inputs.
fn gradient<const N: usize>(
    operation: &'static str,
    inputs: [ArrayD<Real>; N],
    compute: impl for<'t> Fn(&[Var<'t>]) -> Var<'t> + Send + 'static,
) -> Proof {
    Proof::new(operation, Kind::Gradient, move || {
        every_input_counts(&inputs, &compute);
        let error = check::gradients(&inputs, |tape, vars| {
            let result = compute(vars);
            assert_recorded(tape, operation);
            result
        });
        error.unwrap_or_else(|mismatch| panic!("{mismatch}"));
    })
}

/// Returns the gradient of a function that is made of operations.
fn gradient_of_function<const N: usize>(
    function: &str,
    inputs: [ArrayD<Real>; N],
    compute: impl for<'t> Fn(&[Var<'t>]) -> Var<'t> + Send + 'static,
) -> Proof {
    Proof::new(function, Kind::Gradient, move || {
        every_input_counts(&inputs, &compute);
        let error = check::gradients(&inputs, |_, vars| compute(vars));
        error.unwrap_or_else(|mismatch| panic!("{mismatch}"));
    })
}

/// Panics if the result does not depend on an input: then its derivative is 0, and proves nothing.
fn every_input_counts(
    inputs: &[ArrayD<Real>],
    compute: &impl for<'t> Fn(&[Var<'t>]) -> Var<'t>,
) {
    let tape = Tape::new(Mode::Check, 0);
    let vars: Vec<_> = inputs.iter().map(|x| tape.variable(x.clone())).collect();
    let result = compute(&vars);
    let gradients = result.backward_from(projection(&result.shape()));
    for (place, &var) in vars.iter().enumerate() {
        let gradient = gradients.wrt(var);
        let counts =
            gradient.is_some_and(|gradient| gradient.iter().any(|&d| d != 0.0));
        assert!(counts, "the result does not depend on input {place}");
    }
}

fn positive(shape: &[usize]) -> ArrayD<Real> {
    numbers(shape).mapv(|x| x.abs() + 0.5)
}
