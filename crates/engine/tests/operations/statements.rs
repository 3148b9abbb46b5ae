//! The statements that the table makes about an operation.

use engine::Real;
use engine::tape::{Mode, Tape, Var, check};
use engine::testing::{assert_panics, random as normal};
use ndarray::{Array, ArrayD, Axis, Dimension, Slice};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// The tolerance for two implementations, relative to the largest of both results and 1.
const TOLERANCE: Real = if cfg!(real_f64) { 1e-11 } else { 1e-4 };

/// An operation by the name that it records.
#[derive(Clone, Copy)]
pub(crate) struct Operation(pub(crate) &'static str);

impl Operation {
    /// States the value of an example.
    #[track_caller]
    pub(crate) fn value<const N: usize, D: Dimension>(
        self,
        inputs: [ArrayD<Real>; N],
        compute: impl for<'t> Fn(&[Var<'t>]) -> Var<'t>,
        value: Array<Real, D>,
    ) {
        let tape = Tape::new(Mode::Eval, 0);
        let result = compute(&inputs.map(|input| tape.constant(input)));
        self.assert_recorded(&tape);
        assert_close(&result.value().into_owned(), &value.into_dyn());
    }

    /// States the value of an example, and from a gradient of it those with respect to all inputs.
    #[track_caller]
    pub(crate) fn by_hand<const N: usize, D: Dimension, E: Dimension>(
        self,
        inputs: [ArrayD<Real>; N],
        compute: impl for<'t> Fn(&[Var<'t>]) -> Var<'t>,
        value: Array<Real, D>,
        d: Array<Real, E>,
        gradients: [ArrayD<Real>; N],
    ) {
        let tape = Tape::new(Mode::Check, 0);
        let vars = inputs.map(|input| tape.variable(input));
        let result = compute(&vars);
        assert_eq!(tape.operations()[N..], [self.0]);
        assert_close(&result.value().into_owned(), &value.into_dyn());
        let computed = result.backward_from(d.into_dyn());
        for (var, gradient) in vars.into_iter().zip(gradients) {
            assert_close(computed.wrt(var).expect("a variable"), &gradient);
        }
    }

    /// Compares the gradients with differences, for all memory layouts of the inputs and if only
    /// one of them needs a gradient.
    #[track_caller]
    pub(crate) fn gradients<const N: usize>(
        self,
        inputs: [ArrayD<Real>; N],
        compute: impl for<'t> Fn(&[Var<'t>]) -> Var<'t>,
    ) {
        gradients_hold(&inputs, |tape, vars| {
            let result = compute(vars);
            self.assert_recorded(tape);
            result
        });
    }

    /// States that arrays without entries pass, forward and backward.
    #[track_caller]
    pub(crate) fn empty<const N: usize>(
        self,
        shapes: [&[usize]; N],
        compute: impl for<'t> Fn(&[Var<'t>]) -> Var<'t>,
    ) {
        let inputs = shapes.map(uniform);
        let held = check::gradients(&inputs, |tape, vars| {
            let result = compute(vars);
            self.assert_recorded(tape);
            result
        });
        held.unwrap_or_else(|mismatch| panic!("{shapes:?}: {mismatch}"));
    }

    /// States that other operations compute the same, with the same gradients.
    #[track_caller]
    pub(crate) fn composition<const N: usize>(
        self,
        inputs: [ArrayD<Real>; N],
        compute: impl for<'t> Fn(&[Var<'t>]) -> Var<'t>,
        composed: impl for<'t> Fn(&[Var<'t>]) -> Var<'t>,
    ) {
        assert_same(&inputs, compute, |vars| {
            let result = composed(vars);
            let recorded = result.tape().operations();
            assert!(!recorded.contains(&self.0), "compared with itself");
            result
        });
    }

    /// States the message for inputs of these shapes.
    #[track_caller]
    pub(crate) fn panics<const N: usize>(
        self,
        shapes: [&[usize]; N],
        compute: impl for<'t> Fn(&[Var<'t>]) -> Var<'t>,
        message: &str,
    ) {
        let message = format!("{}: {message}", self.0);
        assert_panics(&message, || {
            let tape = Tape::new(Mode::Eval, 0);
            compute(&shapes.map(|shape| tape.constant(ArrayD::zeros(shape))));
        });
    }

    #[track_caller]
    fn assert_recorded(self, tape: &Tape) {
        let recorded = tape.operations();
        assert!(recorded.contains(&self.0), "{} is not among {recorded:?}", self.0);
    }
}

/// Returns random entries between -1 and 1, always the same for the same shape.
pub(crate) fn uniform(shape: &[usize]) -> ArrayD<Real> {
    let seed = shape.iter().fold(1, |seed, &size| 31 * seed + size as u64);
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    ArrayD::from_shape_simple_fn(shape, || random.random_range(-1.0..1.0))
}

/// Returns standard normal entries.
pub(crate) fn random(shape: &[usize], seed: u64) -> ArrayD<Real> {
    normal(shape, seed)
}

/// Checks the gradients for all memory layouts of the parents, and if only one parent needs a
/// gradient.
#[track_caller]
pub(crate) fn gradients_hold<F>(inputs: &[ArrayD<Real>], compute: F)
where
    F: for<'t> Fn(&'t Tape, &[Var<'t>]) -> Var<'t>,
{
    holds("row-major", check::gradients(inputs, &compute));
    let reversed: Vec<_> = inputs.iter().map(|x| x.t().as_standard_layout().into_owned()).collect();
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
    result.backward_from(ArrayD::ones(result.shape()));
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

#[track_caller]
pub(crate) fn assert_close(one: &ArrayD<Real>, two: &ArrayD<Real>) {
    assert_eq!(one.shape(), two.shape());
    for ((place, one), two) in one.indexed_iter().zip(two) {
        let scale = one.abs().max(two.abs()).max(1.0);
        // In this form, NaN counts as a difference.
        let close = (one - two).abs() <= TOLERANCE * scale;
        assert!(close, "{one} and {two} at {place:?}");
    }
}

/// Asserts that two implementations agree in their results and in their gradients with respect to
/// all inputs.
#[track_caller]
pub(crate) fn assert_same(
    inputs: &[ArrayD<Real>],
    one: impl for<'t> Fn(&[Var<'t>]) -> Var<'t>,
    two: impl for<'t> Fn(&[Var<'t>]) -> Var<'t>,
) {
    let (one, two) = (outcome(inputs, one), outcome(inputs, two));
    for (one, two) in one.iter().zip(&two) {
        assert_close(one, two);
    }
}

/// Returns the result, and the gradients of a random projection of it with respect to all inputs.
fn outcome(
    inputs: &[ArrayD<Real>],
    compute: impl for<'t> Fn(&[Var<'t>]) -> Var<'t>,
) -> Vec<ArrayD<Real>> {
    let tape = Tape::new(Mode::Check, 0);
    let vars: Vec<_> = inputs.iter().map(|x| tape.variable(x.clone())).collect();
    let result = compute(&vars);
    let gradients = result.backward_from(random(&result.shape(), 99));
    let gradients = vars.iter().map(|&var| gradients.wrt(var).cloned());
    [Some(result.value().into_owned())]
        .into_iter()
        .chain(gradients)
        .map(|array| array.expect("each input has a gradient"))
        .collect()
}
