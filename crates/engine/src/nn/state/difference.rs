//! How a saved model and a model can differ.

use std::collections::BTreeMap;
use std::fmt;

use thiserror::Error;

use crate::nn::Module;

/// One reason why saved numbers do not fit a model.
///
/// # Example
///
/// ```
/// use attention::nn::{Difference, LayerNorm, restore, state};
///
/// let error = restore(&LayerNorm::new(4), &state(&LayerNorm::new(5))).unwrap_err();
/// assert!(matches!(&error.all()[0], Difference::Shape { saved, .. } if saved[..] == [5]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Difference {
    /// The model has a parameter that was not saved.
    #[error("{name}: not saved, but the model needs it with the shape {shape:?}")]
    Missing {
        /// The name of the parameter.
        name: String,
        /// The shape that the model has.
        shape: Vec<usize>,
    },
    /// A parameter was saved that the model does not have.
    #[error("{name}: saved with the shape {shape:?}, but unknown to the model")]
    Unexpected {
        /// The name that was saved.
        name: String,
        /// The shape that was saved.
        shape: Vec<usize>,
    },
    /// A parameter was saved with another shape.
    #[error("{name}: saved with the shape {saved:?}, but the model needs {needed:?}")]
    Shape {
        /// The name of the parameter.
        name: String,
        /// The shape that was saved.
        saved: Vec<usize>,
        /// The shape that the model has.
        needed: Vec<usize>,
    },
    /// A parameter was saved as something else than floating-point numbers of 32 or 64 bits.
    #[error("{name}: saved as {dtype}, not as F32 or F64")]
    Dtype {
        /// The name of the parameter.
        name: String,
        /// What the file says.
        dtype: String,
    },
    /// A number is infinite or NaN, or too large for the precision of the model.
    #[error("{name}: the number at {index:?} is not finite")]
    NotFinite {
        /// The name of the parameter.
        name: String,
        /// The place of the first such number.
        index: Vec<usize>,
    },
}

/// All reasons why saved numbers do not fit a model; there is at least one.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub struct Differences(pub(super) Vec<Difference>);

impl Differences {
    /// Each of the reasons.
    ///
    /// # Example
    ///
    /// ```
    /// use attention::nn::{Difference, LayerNorm, Linear, restore, state};
    /// use rand::{SeedableRng, rngs::ChaCha8Rng};
    ///
    /// let linear = Linear::without_bias(4, 4, &mut ChaCha8Rng::seed_from_u64(0));
    /// let error = restore(&LayerNorm::new(4), &state(&linear)).unwrap_err();
    /// let (weight, bias) = (String::from("weight"), String::from("bias"));
    /// assert_eq!(
    ///     error.all(),
    ///     [
    ///         Difference::Shape { name: weight, saved: vec![4, 4], needed: vec![4] },
    ///         Difference::Missing { name: bias, shape: vec![4] },
    ///     ]
    /// );
    /// ```
    pub fn all(&self) -> &[Difference] {
        &self.0
    }
}

impl fmt::Display for Differences {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the saved parameters do not fit the model:")?;
        self.0.iter().try_for_each(|one| write!(f, "\n  {one}"))
    }
}

/// What differs in names and shapes: first in the order of the model, then what it does not know.
pub(super) fn of_shapes(
    module: &dyn Module,
    saved: &BTreeMap<&str, &[usize]>,
) -> Vec<Difference> {
    let mut unknown = saved.clone();
    let mut differences = Vec::new();
    for (name, param) in module.params() {
        let shape = param.shape();
        match unknown.remove(name.as_str()) {
            None => differences.push(Difference::Missing { name, shape }),
            Some(saved) if saved != shape => differences.push(Difference::Shape {
                name,
                saved: saved.to_vec(),
                needed: shape,
            }),
            Some(_) => {}
        }
    }
    differences.extend(unknown.into_iter().map(|(name, shape)| {
        let (name, shape) = (name.to_owned(), shape.to_vec());
        Difference::Unexpected { name, shape }
    }));
    differences
}
