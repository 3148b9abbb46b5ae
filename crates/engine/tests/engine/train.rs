//! Optimizers, schedules, and the training loop.

mod checkpoint;
mod clip;
mod golden;
mod optimizers;
mod parallel;
mod parts;
mod schedule;
mod trainer;

use engine::Real;
use engine::nn::{Module, Param, Visitor};
use engine::tape::{Gradients, IntoValue, Mode, Tape};
use engine::train::Optimizer;
use ndarray::ArrayD;

/// Parameters under the names `p0`, `p1`, and so on.
struct Params(Vec<Param>);

impl Params {
    fn new(values: impl IntoIterator<Item: IntoValue>) -> Self {
        Self(values.into_iter().map(Param::new).collect())
    }

    fn value(&self, index: usize) -> Vec<Real> {
        self.0[index].value().iter().copied().collect()
    }
}

impl Module for Params {
    fn visit(&self, visitor: &mut Visitor<'_>) {
        for (index, param) in self.0.iter().enumerate() {
            visitor.param(&format!("p{index}"), param);
        }
    }
}

/// Returns the gradients of a loss that has these derivatives with respect to the parameters.
fn gradients<'p>(derivatives: impl IntoIterator<Item = (&'p Param, impl IntoValue)>) -> Gradients {
    let tape = Tape::new(Mode::Check, 0);
    let (params, derivatives): (Vec<_>, Vec<ArrayD<Real>>) = derivatives
        .into_iter()
        .map(|(param, values)| (tape.param(param), values.into_value().to_owned()))
        .unzip();
    let loss = ndarray::arr0(0.0);
    let loss = tape.record_many("loss", &params, loss, |_, slots| {
        for (slot, derivative) in slots.into_iter().zip(derivatives) {
            slot.add(|| derivative);
        }
    });
    loss.backward()
}

/// Runs one step on the first parameter with these derivatives.
fn step(optimizer: &mut dyn Optimizer, params: &Params, derivatives: &[Real]) {
    let derivatives = ndarray::arr1(derivatives);
    optimizer.step(params, &gradients([(&params.0[0], derivatives)]));
}

#[track_caller]
fn assert_close(got: &[Real], expected: &[Real], tolerance: Real) {
    assert_eq!(got.len(), expected.len());
    let near = |(a, b): (&Real, &Real)| (a - b).abs() <= tolerance;
    assert!(got.iter().zip(expected).all(near), "{got:?} is not {expected:?}");
}
