//! The dropout layer.

use super::{ConfigError, Module, Visitor};
use crate::Real;
use crate::tape::Var;

/// Sets a random part of the entries to 0 while a model is trained; see [`Var::dropout`].
///
/// On a tape in another mode than [`Train`](crate::tape::Mode::Train) it passes its input on. It has
/// no parameters.
///
/// # Example
///
/// ```
/// use attention::nn::Dropout;
/// use attention::tape::{Mode, Tape};
/// use ndarray::Array1;
///
/// let dropout = Dropout::new(0.5)?;
/// let tape = Tape::new(Mode::Train, 0);
/// let y = dropout.forward(tape.constant(Array1::ones(1000))).value();
/// assert!(y.iter().all(|&entry| entry == 0.0 || entry == 2.0));
/// # Ok::<(), attention::nn::ConfigError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dropout {
    rate: Real,
}

impl Dropout {
    /// A layer that drops this part of the entries.
    ///
    /// # Errors
    ///
    /// [`ConfigError::DropoutRate`] unless the rate is at least 0 and below 1.
    ///
    /// # Example
    ///
    /// ```
    /// use attention::nn::{ConfigError, Dropout};
    ///
    /// assert_eq!(Dropout::new(1.5), Err(ConfigError::DropoutRate(1.5)));
    /// ```
    pub fn new(rate: Real) -> Result<Self, ConfigError> {
        // Written so that NaN is refused.
        if !(0.0..1.0).contains(&rate) {
            return Err(ConfigError::DropoutRate(rate));
        }
        Ok(Self { rate })
    }

    /// A layer that drops nothing.
    ///
    /// # Example
    ///
    /// ```
    /// use attention::nn::Dropout;
    ///
    /// assert_eq!(Dropout::off().rate(), 0.0);
    /// ```
    pub fn off() -> Self {
        Self { rate: 0.0 }
    }

    /// The part of the entries that are dropped.
    ///
    /// # Example
    ///
    /// ```
    /// use attention::nn::Dropout;
    ///
    /// assert_eq!(Dropout::new(0.1)?.rate(), 0.1);
    /// # Ok::<(), attention::nn::ConfigError>(())
    /// ```
    pub fn rate(&self) -> Real {
        self.rate
    }

    /// Drops entries of the input, if its tape is for training.
    ///
    /// # Shapes
    ///
    /// Any; the result has the same.
    pub fn forward<'t>(&self, x: Var<'t>) -> Var<'t> {
        x.dropout(self.rate)
    }
}

impl Module for Dropout {
    fn visit(&self, _: &mut Visitor<'_>) {}
}

#[cfg(test)]
mod tests;
