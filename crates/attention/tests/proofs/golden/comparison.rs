//! Compares a layer, an operation or a function with one case of the file.

use std::collections::BTreeSet;

use attention::Real;
use attention::nn::Module;
use attention::tape::{Mode, Tape, Var};
use rand::rngs::ChaCha8Rng;

use super::fixture::{Fixture, Inputs};
use crate::proof::{Kind, Proof, assert_close, assert_proved, assert_recorded, name_of, rng};

/// The numbers in the file have 24 bits in both precisions.
pub(super) const TOLERANCE: Real = if cfg!(real_f64) { 1e-6 } else { 1e-5 };

/// Outputs with their names in the file.
pub(super) type Outputs<'t> = Vec<(&'static str, Var<'t>)>;

/// Returns a layer with the parameters of the case.
pub(super) fn layer<M: Module + 'static>(
    case: &'static str,
    make: impl Fn(&mut ChaCha8Rng) -> M + Send + 'static,
    compute: impl for<'t> Fn(&M, &Inputs<'t>) -> Outputs<'t> + Send + 'static,
) -> Proof {
    part_of(&name_of::<M>(), case, make, compute)
}

/// Returns a part of a layer that needs no proof of its own.
pub(super) fn part_of<M: Module + 'static>(
    subject: &str,
    case: &'static str,
    make: impl Fn(&mut ChaCha8Rng) -> M + Send + 'static,
    compute: impl for<'t> Fn(&M, &Inputs<'t>) -> Outputs<'t> + Send + 'static,
) -> Proof {
    let check = move || {
        let layer = make(&mut rng(0));
        let fixture = Fixture::of(case);
        for (name, param) in layer.params() {
            let new = fixture.tensor(&format!("in.{name}"));
            param.update(|value| *value = new.into_shared());
        }
        let tape = Tape::new(Mode::Check, 0);
        compare(&fixture, &Inputs::new(&tape, &fixture, &layer.params()), |inputs| {
            compute(&layer, inputs)
        });
    };
    Proof::new(subject, Kind::Golden, check).of(case)
}

/// Returns an operation, which the tape must have recorded.
pub(super) fn operation(
    name: &'static str,
    case: &'static str,
    compute: impl for<'t> Fn(&Inputs<'t>) -> Outputs<'t> + Send + 'static,
) -> Proof {
    let check = move || {
        let (tape, fixture) = (Tape::new(Mode::Check, 0), Fixture::of(case));
        compare(&fixture, &Inputs::new(&tape, &fixture, &[]), compute);
        assert_recorded(&tape, name);
    };
    Proof::new(name, Kind::Golden, check).of(case)
}

/// Returns a function that is made of operations.
pub(super) fn function(
    name: &str,
    case: &'static str,
    compute: impl for<'t> Fn(&Inputs<'t>) -> Outputs<'t> + Send + 'static,
) -> Proof {
    let check = move || {
        let (tape, fixture) = (Tape::new(Mode::Check, 0), Fixture::of(case));
        compare(&fixture, &Inputs::new(&tape, &fixture, &[]), compute);
    };
    Proof::new(name, Kind::Golden, check).of(case)
}

/// Whole Transformers have this many inputs and parameters, and more.
const WHOLE_MODEL_INPUTS: usize = 60;

/// In single precision, the rounding errors of all layers of a model add up, on some processors
/// more than on others.
fn tolerance(fixture: &Fixture) -> Real {
    let whole = fixture.names("in.").len() >= WHOLE_MODEL_INPUTS;
    if whole && cfg!(not(real_f64)) { 10.0 * TOLERANCE } else { TOLERANCE }
}

/// Compares all outputs, and the gradients by all inputs and parameters.
fn compare<'t>(
    fixture: &Fixture,
    inputs: &Inputs<'t>,
    compute: impl Fn(&Inputs<'t>) -> Outputs<'t>,
) {
    let tolerance = tolerance(fixture);
    let outputs = compute(inputs);
    assert_proved(inputs.tape());
    let names: BTreeSet<String> = outputs.iter().map(|(name, _)| (*name).into()).collect();
    assert_eq!(names, fixture.names("out."), "the outputs");
    let projected = outputs.iter().map(|(name, output)| {
        let expected = fixture.tensor(&format!("out.{name}"));
        assert_close(name, &output.value().to_owned(), &expected, tolerance);
        let projection = fixture.tensor(&format!("projection.{name}"));
        (*output * output.tape().constant(projection)).sum()
    });
    let loss = projected.reduce(|sum, next| sum + next);
    let gradients = loss.expect("there is an output").backward();
    for name in fixture.names("in.") {
        let gradient = inputs.gradient(&name, &gradients);
        let gradient = gradient.unwrap_or_else(|| panic!("{name} has no gradient"));
        let expected = fixture.tensor(&format!("grad.{name}"));
        let what = format!("the gradient by {name}");
        // A 0 with a rounding error has no digits to compare.
        if expected.iter().all(|d| d.abs() < 1e-13) {
            let zero = gradient.iter().all(|d| d.abs() < tolerance);
            assert!(zero, "{what} is {gradient}, and not 0");
            continue;
        }
        assert_close(&what, gradient, &expected, tolerance);
    }
}
