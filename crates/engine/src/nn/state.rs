//! Parameters of a model, saved in memory or in a file.

mod difference;
mod file;
mod format;

use std::collections::BTreeMap;

pub use difference::{Difference, Differences};
pub use file::{LoadError, SaveError, load, save, save_with};
pub use format::{LoadProblem, Loaded, Metadata, SaveProblem, load_bytes};

use super::Module;
use crate::tape::Value;

/// A snapshot of all parameters of a model, by name.
///
/// It shares its values with the parameters until their next update, so taking it copies nothing.
///
/// # Example
///
/// Restore the best parameters of a training run:
///
/// ```
/// use attention::nn::{Linear, Module, restore, state};
/// use rand::{SeedableRng, rngs::ChaCha8Rng};
///
/// let model = Linear::new(2, 3, &mut ChaCha8Rng::seed_from_u64(0));
/// let best = state(&model);
/// model.weight.update(|weight| *weight *= 2.0); // training continues
/// restore(&model, &best)?;
/// assert_eq!(model.weight.value(), best.get("weight").unwrap());
/// # Ok::<(), attention::nn::Differences>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    values: BTreeMap<String, Value>,
}

impl State {
    /// Returns the value of the parameter with this name.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.values.get(name)
    }

    /// Returns all names with their values, in alphabetical order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Value)> {
        let values = self.values.iter();
        values.map(|(name, value)| (name.as_str(), value))
    }
}

/// Takes a snapshot of all parameters of a model.
#[doc(alias = "state_dict")]
#[track_caller]
pub fn state(module: &dyn Module) -> State {
    let params = module.params().into_iter();
    State { values: params.map(|(name, param)| (name, param.value())).collect() }
}

/// Sets all parameters of a model to the values of a snapshot.
///
/// # Errors
///
/// [`Differences`] if a name is missing or unknown, or if a shape differs. The model is then
/// unchanged.
#[doc(alias = "load_state_dict")]
#[track_caller]
pub fn restore(module: &dyn Module, state: &State) -> Result<(), Differences> {
    let shapes = state.iter().map(|(name, value)| (name, value.shape()));
    let differences = difference::of_shapes(module, &shapes.collect());
    if !differences.is_empty() {
        return Err(Differences(differences));
    }
    for (name, param) in module.params() {
        param.update(|value| *value = state.values[&name].clone());
    }
    Ok(())
}
