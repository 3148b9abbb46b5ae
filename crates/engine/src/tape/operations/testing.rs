//! Helpers for the tests of operations: random arrays, and a comparison of two implementations.

use ndarray::ArrayD;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

use crate::Real;
use crate::nn::init::normal;
use crate::tape::{Mode, Tape, Var};

/// The tolerance, relative to the largest of the two results and 1.
const TOLERANCE: Real = if cfg!(real_f64) { 1e-11 } else { 1e-4 };

pub(super) fn random(shape: &[usize], seed: u64) -> ArrayD<Real> {
    normal(shape, 1.0, &mut ChaCha8Rng::seed_from_u64(seed))
}

#[track_caller]
pub(super) fn assert_close(one: &ArrayD<Real>, two: &ArrayD<Real>) {
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
pub(super) fn assert_same(
    inputs: &[ArrayD<Real>],
    one: impl for<'t> Fn(&[Var<'t>]) -> Var<'t>,
    two: impl for<'t> Fn(&[Var<'t>]) -> Var<'t>,
) {
    let (one, two) = (outcome(inputs, one), outcome(inputs, two));
    assert_eq!(one.len(), two.len());
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
    let gradients = vars.iter().map(|&var| gradients.wrt(var).unwrap().clone());
    [result.value().into_owned()]
        .into_iter()
        .chain(gradients)
        .collect()
}
