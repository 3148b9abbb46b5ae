//! A network with one hidden layer learns classes that no straight line separates.

use std::f64::consts::PI;

use ndarray::{Array2, array};
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

use super::super::{Adam, Loss, Optimizer, Schedule, Sgd, Trainer};
use crate::Real;
use crate::nn::{Linear, Module, Visitor};
use crate::tape::{Mode, Tape, Var};

/// A network with two inputs, a hidden layer, and one output, whose sign is the class.
struct Network {
    hidden: Linear,
    output: Linear,
}

impl Network {
    fn new(hidden: usize, seed: u64) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        Self {
            hidden: Linear::new(2, hidden, &mut rng),
            output: Linear::new(hidden, 1, &mut rng),
        }
    }

    fn forward<'t>(&self, inputs: Var<'t>) -> Var<'t> {
        self.output.forward(self.hidden.forward(inputs).tanh())
    }
}

impl Module for Network {
    fn visit(&self, visitor: &mut Visitor<'_>) {
        visitor.module("hidden", &self.hidden);
        visitor.module("output", &self.output);
    }
}

/// Minimizes the mean squared error against classes of -1 and 1.
fn train(
    network: &Network,
    optimizer: &mut dyn Optimizer,
    trainer: &Trainer,
    (inputs, classes): &(Array2<Real>, Array2<Real>),
) -> Real {
    let report = trainer.run(network, optimizer, |tape, _| {
        let outputs = network.forward(tape.constant(inputs.clone()));
        let errors = outputs - tape.constant(classes.clone());
        let value = (errors * errors).mean();
        let tokens = inputs.nrows();
        Ok(Loss { value, tokens })
    });
    *report.unwrap().losses().last().unwrap()
}

fn exclusive_or() -> (Array2<Real>, Array2<Real>) {
    let inputs = array![[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]];
    (inputs, array![[-1.0], [1.0], [1.0], [-1.0]])
}

#[test]
fn each_optimizer_learns_the_exclusive_or() {
    let optimizers: [(&str, Box<dyn Optimizer>); 2] = [
        ("sgd", Box::new(Sgd::new(0.25).unwrap())),
        ("adam", Box::new(Adam::new(0.02).unwrap())),
    ];
    for (name, mut optimizer) in optimizers {
        let (network, trainer) = (Network::new(8, 3), Trainer::new(1000));
        let loss = train(&network, optimizer.as_mut(), &trainer, &exclusive_or());
        assert!(loss < 1e-2, "{name}: {loss}");
    }
}

/// Returns two spirals, one turn each, that wind around each other.
fn spirals() -> (Array2<Real>, Array2<Real>) {
    let points = 100;
    let place = |i: usize| -> (f64, f64) {
        let part = (i / 2) as f64 / (points / 2) as f64;
        let angle = 2.0 * PI * part + PI * (i % 2) as f64;
        let radius = 0.25 + part;
        (radius * angle.cos(), radius * angle.sin())
    };
    let inputs = Array2::from_shape_fn((points, 2), |(i, axis)| {
        let (x, y) = place(i);
        if axis == 0 { x as Real } else { y as Real }
    });
    let class = |(i, _): (usize, usize)| if i % 2 == 0 { 1.0 } else { -1.0 };
    (inputs, Array2::from_shape_fn((points, 1), class))
}

#[test]
fn the_sides_of_two_spirals_are_learned() {
    let (network, data) = (Network::new(32, 0), spirals());
    let mut adam = Adam::new(0.02).unwrap();
    let schedule = Schedule::cosine(0.05, 50, 1500, 0.0).unwrap();
    let trainer = Trainer::new(1500).clip(1.0).unwrap().schedule(schedule);
    let loss = train(&network, &mut adam, &trainer, &data);
    assert!(loss < 0.1, "{loss}");
    let tape = Tape::new(Mode::Eval, 0);
    let outputs = network.forward(tape.constant(data.0)).value();
    let right = outputs.iter().zip(&data.1).filter(|(y, c)| *y * *c > 0.0);
    assert_eq!(right.count(), 100);
}
