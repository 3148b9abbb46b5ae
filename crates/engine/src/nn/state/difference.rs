//! Differences between saved parameters and a model.

use std::collections::BTreeMap;
use std::fmt;

use thiserror::Error;

use crate::nn::Module;

/// A difference between saved parameters and a model.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Difference {
    /// The model has a parameter that was not saved.
    #[error("{name}: not saved, but the model needs it with shape {shape:?}")]
    Missing {
        /// The name of the parameter.
        name: String,
        /// The shape in the model.
        shape: Vec<usize>,
    },
    /// A saved parameter does not exist in the model.
    #[error("{name}: saved with shape {shape:?}, but not in the model")]
    Unexpected {
        /// The saved name.
        name: String,
        /// The saved shape.
        shape: Vec<usize>,
    },
    /// A parameter was saved with a different shape.
    #[error("{name}: saved with shape {saved:?}, but the model needs {needed:?}")]
    Shape {
        /// The name of the parameter.
        name: String,
        /// The saved shape.
        saved: Vec<usize>,
        /// The shape in the model.
        needed: Vec<usize>,
    },
    /// A parameter was saved as a type other than 32-bit or 64-bit floating point.
    #[error("{name}: saved as {dtype} instead of F32 or F64")]
    Dtype {
        /// The name of the parameter.
        name: String,
        /// The saved type.
        dtype: String,
    },
    /// An entry is infinite, NaN, or too large for the precision of the model.
    #[error("{name}: entry {index:?} is not finite")]
    NotFinite {
        /// The name of the parameter.
        name: String,
        /// The index of the first such entry.
        index: Vec<usize>,
    },
}

/// All differences between saved parameters and a model, at least one.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub struct Differences(pub(super) Vec<Difference>);

impl Differences {
    /// Returns all differences.
    pub fn all(&self) -> &[Difference] {
        &self.0
    }
}

impl fmt::Display for Differences {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "saved parameters do not fit the model:")?;
        self.0.iter().try_for_each(|one| write!(f, "\n  {one}"))
    }
}

/// Returns the differences in names and shapes: first for the model's parameters, in order, then
/// for unexpected names.
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
