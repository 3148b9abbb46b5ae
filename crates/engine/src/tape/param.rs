use std::cell::RefCell;
use std::rc::Rc;

use ndarray::Dimension;

use super::{IntoValue, Value};

/// A trainable parameter.
///
/// Clones share the value, so two layers can share a parameter by tying their weights. A tape
/// shares the value as well; once the tape is dropped, the optimizer changes the value in place.
///
/// # Example
///
/// ```
/// use attention::nn::Param;
/// use ndarray::array;
///
/// let weight = Param::new(array![1.0, 2.0]);
/// let tied = weight.clone();
/// weight.update(|value| *value *= 10.0);
/// assert_eq!(tied.value(), array![10.0, 20.0].into_dyn());
/// ```
#[doc(alias("Parameter", "Var"))]
#[derive(Clone, Debug)]
pub struct Param {
    value: Rc<RefCell<Value>>,
}

/// The identity of a [`Param`] while it is alive, equal for clones only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ParamId(usize);

impl Param {
    /// Creates a parameter with an initial value.
    pub fn new(value: impl IntoValue) -> Self {
        Self { value: Rc::new(RefCell::new(value.into_value())) }
    }

    /// Returns the identity of the parameter.
    pub fn id(&self) -> ParamId {
        ParamId(Rc::as_ptr(&self.value).addr())
    }

    /// Returns the value without copying its entries.
    pub fn value(&self) -> Value {
        self.value.borrow().clone()
    }

    /// Returns the shape of the value.
    pub fn shape(&self) -> Vec<usize> {
        self.value.borrow().shape().to_vec()
    }

    /// Changes the value, in place unless a tape or another owner shares it.
    ///
    /// # Panics
    ///
    /// If `change` changes the shape of the value, or if it accesses the same parameter or a clone
    /// of it.
    #[track_caller]
    pub fn update(&self, change: impl FnOnce(&mut Value)) {
        let mut value = self.value.borrow_mut();
        let shape = value.raw_dim();
        change(&mut value);
        assert!(
            value.raw_dim() == shape,
            "update: {:?} and {:?}: the shape of a parameter must not change",
            shape.as_array_view().to_vec(),
            value.shape()
        );
    }
}
