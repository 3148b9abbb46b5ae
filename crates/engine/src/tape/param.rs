//! A parameter: numbers that training changes.

use std::cell::RefCell;
use std::rc::Rc;

use ndarray::Dimension;

use super::{IntoValue, Value};

/// Numbers that training changes.
///
/// A clone is the same parameter and not a copy of its numbers, so that two layers can share one
/// (tied weights). The numbers themselves are shared with the tape while it lives, and the
/// optimizer changes them in place once the tape is dropped.
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
#[derive(Clone, Debug)]
pub struct Param {
    value: Rc<RefCell<Value>>,
}

/// The identity of a [`Param`] as long as it lives: equal for clones, different for others.
///
/// # Example
///
/// ```
/// use attention::nn::Param;
/// use ndarray::array;
///
/// let weight = Param::new(array![1.0]);
/// assert_eq!(weight.id(), weight.clone().id());
/// assert_ne!(weight.id(), Param::new(array![1.0]).id());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ParamId(usize);

impl Param {
    /// A parameter that starts with these numbers.
    ///
    /// # Example
    ///
    /// ```
    /// use attention::nn::Param;
    /// use ndarray::Array2;
    ///
    /// assert_eq!(Param::new(Array2::zeros((2, 3))).shape(), [2, 3]);
    /// ```
    pub fn new(value: impl IntoValue) -> Self {
        Self {
            value: Rc::new(RefCell::new(value.into_value())),
        }
    }

    /// What tells this parameter from others.
    pub fn id(&self) -> ParamId {
        ParamId(Rc::as_ptr(&self.value).addr())
    }

    /// The numbers. They are shared, not copied.
    ///
    /// # Example
    ///
    /// ```
    /// use attention::nn::Param;
    /// use ndarray::array;
    ///
    /// assert_eq!(Param::new(array![1.0]).value(), array![1.0].into_dyn());
    /// ```
    pub fn value(&self) -> Value {
        self.value.borrow().clone()
    }

    /// The sizes of all axes.
    ///
    /// # Example
    ///
    /// ```
    /// use attention::nn::Param;
    /// use ndarray::array;
    ///
    /// assert_eq!(Param::new(array![[1.0, 2.0]]).shape(), [1, 2]);
    /// ```
    pub fn shape(&self) -> Vec<usize> {
        self.value.borrow().shape().to_vec()
    }

    /// Changes the numbers, in place unless a tape or somebody else still holds them.
    ///
    /// # Panics
    ///
    /// If `change` gives the parameter another shape, or reads or changes the same parameter, which a
    /// clone is.
    ///
    /// # Example
    ///
    /// ```
    /// use attention::nn::Param;
    /// use ndarray::array;
    ///
    /// let weight = Param::new(array![1.0]);
    /// let before = weight.value();
    /// weight.update(|value| *value += 1.0);
    /// assert_eq!((before[[0]], weight.value()[[0]]), (1.0, 2.0));
    /// ```
    #[track_caller]
    pub fn update(&self, change: impl FnOnce(&mut Value)) {
        let mut value = self.value.borrow_mut();
        let shape = value.raw_dim();
        change(&mut value);
        assert!(
            value.raw_dim() == shape,
            "update: {:?} and {:?}: a parameter keeps its shape",
            shape.as_array_view().to_vec(),
            value.shape()
        );
    }
}
