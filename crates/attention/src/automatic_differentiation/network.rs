//! A small network whose training shows every step.

use ndarray::{Array1, Axis};
use rand::Rng;

use crate::Real;
use crate::nadaraya_watson::Samples;
use crate::nn::{Module, Param, Visitor, init::normal};
use crate::tape::{Mode, Tape, Var};

/// A network with one hidden layer, one input, and one output: tanh(x W₁ + b₁) W₂ + b₂.
// ANCHOR: Network
pub struct Network {
    hidden_weight: Param, // [1, hidden]
    hidden_bias: Param,   // [hidden]
    output_weight: Param, // [hidden, 1]
    output_bias: Param,   // [1]
}
// ANCHOR_END: Network

impl Network {
    /// Creates random parameters.
    ///
    /// All have variance 1, but the output weights are divided by √hidden and the output bias is 0.
    pub fn new(hidden: usize, rng: &mut dyn Rng) -> Self {
        let spread = (hidden as Real).sqrt().recip();
        Self {
            hidden_weight: Param::new(normal((1, hidden), 1.0, rng)),
            hidden_bias: Param::new(normal(hidden, 1.0, rng)),
            output_weight: Param::new(normal((hidden, 1), spread, rng)),
            output_bias: Param::new(Array1::zeros(1)),
        }
    }

    /// Returns the outputs of a batch of inputs, both `[batch, 1]`.
    // ANCHOR: forward
    #[track_caller]
    pub fn forward<'t>(&self, inputs: Var<'t>) -> Var<'t> {
        let on_tape = |param| inputs.tape().param(param);
        let hidden = inputs.matmul(on_tape(&self.hidden_weight));
        let hidden = (hidden + on_tape(&self.hidden_bias)).tanh();
        hidden.matmul(on_tape(&self.output_weight))
            + on_tape(&self.output_bias)
    }
    // ANCHOR_END: forward

    /// Minimizes the mean squared error by gradient descent on all samples in each epoch.
    ///
    /// Returns the loss before each epoch.
    // ANCHOR: train
    pub fn train(
        &self,
        samples: &Samples,
        rate: Real,
        epochs: usize,
    ) -> Vec<Real> {
        let column =
            |row: &Array1<Real>| row.clone().insert_axis(Axis(1));
        let inputs = column(samples.inputs());
        let targets = column(samples.targets());
        let mut losses = Vec::with_capacity(epochs);
        for _ in 0..epochs {
            let tape = Tape::new(Mode::Train, 0);
            let outputs = self.forward(tape.constant(inputs.clone()));
            let errors = outputs - tape.constant(targets.clone());
            let loss = errors.square().mean();
            losses.push(loss.item());
            let gradients = loss.backward();
            drop(tape); // so the parameters change in place
            for (_, param) in self.params() {
                let gradient = gradients.of(&param);
                let gradient =
                    gradient.expect("the loss depends on all");
                param.update(|numbers| {
                    numbers.scaled_add(-rate, gradient);
                });
            }
        }
        losses
    }
    // ANCHOR_END: train
}

impl Module for Network {
    fn visit(&self, visitor: &mut Visitor<'_>) {
        visitor.param("hidden.weight", &self.hidden_weight);
        visitor.param("hidden.bias", &self.hidden_bias);
        visitor.param("output.weight", &self.output_weight);
        visitor.param("output.bias", &self.output_bias);
    }
}
