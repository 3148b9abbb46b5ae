use ndarray::Array1;
use rand::Rng;

use super::{Module, Param, Visitor, init};
use crate::tape::Var;

/// A layer that multiplies each row by a learned matrix and adds a learned bias: y = x W + b.
///
/// Vectors are rows, so the matrix is `[inputs, outputs]`. In PyTorch, it is `[outputs, inputs]`,
/// and y = x Wᵀ + b.
///
/// | parameter | shape | initial value |
/// |---|---|---|
/// | `weight` | `[inputs, outputs]` | [Xavier uniform](init::xavier_uniform) |
/// | `bias` | `[outputs]` | 0 |
///
/// PyTorch initializes both uniformly between ±1 / √inputs.
///
/// # Example
///
/// ```
/// use attention::nn::{Linear, Module, Param};
/// use attention::tape::{Mode, Tape};
/// use ndarray::array;
/// use rand::{SeedableRng, rngs::ChaCha8Rng};
///
/// let mut linear = Linear::new(2, 1, &mut ChaCha8Rng::seed_from_u64(0));
/// assert_eq!(linear.param_count(), 3);
///
/// linear.weight = Param::new(array![[2.0], [3.0]]);
/// linear.bias = Some(Param::new(array![1.0]));
/// let tape = Tape::new(Mode::Eval, 0);
/// let y = linear.forward(tape.constant(array![[10.0, 100.0]]));
/// assert_eq!(y.item(), 321.0);
/// ```
#[derive(Clone, Debug)]
pub struct Linear {
    /// The matrix, `[inputs, outputs]`.
    pub weight: Param,
    /// The bias, `[outputs]`.
    pub bias: Option<Param>,
}

impl Linear {
    /// Creates a layer with random weights and bias 0.
    pub fn new(inputs: usize, outputs: usize, rng: &mut dyn Rng) -> Self {
        Self {
            bias: Some(Param::new(Array1::zeros(outputs))),
            ..Self::without_bias(inputs, outputs, rng)
        }
    }

    /// Creates a layer with random weights and no bias: y = x W.
    pub fn without_bias(inputs: usize, outputs: usize, rng: &mut dyn Rng) -> Self {
        Self {
            weight: Param::new(init::xavier_uniform(inputs, outputs, rng)),
            bias: None,
        }
    }

    /// Applies the layer to each row along the last axis.
    #[track_caller]
    pub fn forward<'t>(&self, x: Var<'t>) -> Var<'t> {
        let weight = x.tape().param(&self.weight);
        match &self.bias {
            Some(bias) => x.affine(weight, x.tape().param(bias)),
            None => x.matmul(weight),
        }
    }

    /// Returns a copy of the layer with its own parameters; clones share theirs.
    #[must_use]
    pub fn copy(&self) -> Self {
        let own = |param: &Param| Param::new(param.value().to_owned());
        Self { weight: own(&self.weight), bias: self.bias.as_ref().map(own) }
    }
}

impl Module for Linear {
    fn visit(&self, visitor: &mut Visitor<'_>) {
        visitor.param("weight", &self.weight);
        if let Some(bias) = &self.bias {
            visitor.param("bias", bias);
        }
    }
}
