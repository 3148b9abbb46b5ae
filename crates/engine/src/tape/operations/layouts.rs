//! A gradient check for all memory layouts, for the tests of the operations.

use ndarray::{ArrayD, Axis, IxDyn, Slice};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use crate::Real;
use crate::tape::{Mode, Tape, Var, check};

/// Returns random entries between -1 and 1, always the same for the same shape.
pub(super) fn uniform(shape: &[usize]) -> ArrayD<Real> {
    let seed = shape.iter().fold(1, |seed, &size| 31 * seed + size as u64);
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    ArrayD::from_shape_simple_fn(shape, || random.random_range(-1.0..1.0))
}

/// Checks the gradients for all memory layouts of the parents, and if only one parent needs a
/// gradient.
#[track_caller]
pub(super) fn gradients_hold<F>(inputs: &[ArrayD<Real>], compute: F)
where
    F: for<'t> Fn(&'t Tape, &[Var<'t>]) -> Var<'t>,
{
    holds("row-major", check::gradients(inputs, &compute));
    let reversed: Vec<_> = inputs
        .iter()
        .map(|x| x.t().as_standard_layout().into_owned())
        .collect();
    let result = check::gradients(&reversed, |tape, vars| {
        compute(tape, &vars.iter().map(reverse_axes).collect::<Vec<_>>())
    });
    holds("column-major", result);
    let padded: Vec<_> = inputs.iter().map(pad).collect();
    let result = check::gradients(&padded, |tape, vars| {
        compute(tape, &vars.iter().map(unpad).collect::<Vec<_>>())
    });
    holds("with gaps", result);
    for (wanted, input) in inputs.iter().enumerate() {
        let result = check::gradients(std::slice::from_ref(input), |tape, vars| {
            let constants = inputs.iter().map(|x| tape.constant(x.clone()));
            let mut all: Vec<_> = constants.collect();
            all[wanted] = vars[0];
            compute(tape, &all)
        });
        holds(&format!("if only input {wanted} needs one"), result);
    }
    let tape = Tape::new(Mode::Check, 0);
    let constants = inputs.iter().map(|x| tape.constant(x.clone()));
    let result = compute(&tape, &constants.collect::<Vec<_>>());
    result.backward_from(ArrayD::ones(IxDyn(&result.shape())));
}

#[track_caller]
fn holds(layout: &str, result: Result<Real, check::Mismatch>) {
    if let Err(mismatch) = result {
        panic!("{layout}: {mismatch}");
    }
}

fn reverse_axes<'t>(x: &Var<'t>) -> Var<'t> {
    let order: Vec<_> = (0..x.shape().len()).rev().collect();
    x.permute(&order)
}

/// Pads each axis with an extra entry at both ends.
fn pad(x: &ArrayD<Real>) -> ArrayD<Real> {
    let shape: Vec<_> = x.shape().iter().map(|size| size + 2).collect();
    let mut padded = ArrayD::from_elem(shape, 7.0);
    let mut inner = padded.view_mut();
    for (axis, &size) in x.shape().iter().enumerate() {
        inner.slice_axis_inplace(Axis(axis), Slice::from(1..=size));
    }
    inner.assign(x);
    padded
}

fn unpad<'t>(x: &Var<'t>) -> Var<'t> {
    let sizes = x.shape().into_iter().enumerate();
    sizes.fold(*x, |x, (axis, size)| x.slice(axis, 1..size - 1))
}
