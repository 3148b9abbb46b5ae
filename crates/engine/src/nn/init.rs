//! Initial values of parameters.
//!
//! A linear layer changes the scale of its inputs, and a stack of layers compounds the change.
//! Xavier initialization chooses the variance of the weights so that the scale of values and of
//! gradients changes little from layer to layer.

use ndarray::{Array, Array2, ShapeBuilder};
use rand::rngs::{ChaCha8Rng, SmallRng};
use rand::{Rng, RngExt, SeedableRng};
use rand_distr::{Distribution, StandardNormal};

use crate::Real;

/// Returns a random number generator for initial values.
///
/// Each draw runs code of this crate, which is optimized even if the program that draws is not. In
/// such a program, it is ten times as fast as a generator that the program creates itself.
pub fn rng(seed: u64) -> Box<dyn Rng> {
    Box::new(ChaCha8Rng::seed_from_u64(seed))
}

/// Returns a fast generator for initial values that saved ones will replace.
///
/// A model is created before it is read, and in a browser its initial values would take longer than
/// its file.
pub fn placeholder() -> Box<dyn Rng> {
    Box::new(SmallRng::seed_from_u64(0))
}

/// Returns a weight matrix, `[inputs, outputs]`, with entries drawn uniformly between ±√(6 /
/// (inputs + outputs)).
///
/// The variance of the entries is 2 / (inputs + outputs).
///
/// # Source
///
/// Glorot and Bengio (2010), *Understanding the difficulty of training deep feedforward neural
/// networks*, Equation 16. The first author's given name is Xavier.
#[doc(alias = "glorot_uniform")]
pub fn xavier_uniform(
    inputs: usize,
    outputs: usize,
    rng: &mut dyn Rng,
) -> Array2<Real> {
    let bound = (6.0 / (inputs + outputs) as Real).sqrt();
    Array2::from_shape_simple_fn((inputs, outputs), || rng.random_range(-bound..=bound))
}

/// Returns an array with normal entries of mean 0 and standard deviation `std`.
pub fn normal<Sh: ShapeBuilder>(
    shape: Sh,
    std: Real,
    rng: &mut dyn Rng,
) -> Array<Real, Sh::Dim> {
    Array::from_shape_simple_fn(shape, || {
        let entry: Real = StandardNormal.sample(rng);
        std * entry
    })
}
