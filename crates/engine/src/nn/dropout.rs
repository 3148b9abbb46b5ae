use super::{ConfigError, Module, Visitor};
use crate::Real;
use crate::tape::Var;

/// Sets random entries to 0 during training; see [`Var::dropout`].
///
/// In every mode except [`Train`](crate::tape::Mode::Train), it returns its input. It has no
/// parameters.
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
    /// Creates a layer that drops this fraction of the entries.
    ///
    /// # Errors
    ///
    /// [`ConfigError::DropoutRate`] if the rate is not in [0, 1).
    pub fn new(rate: Real) -> Result<Self, ConfigError> {
        // This form rejects NaN.
        if !(0.0..1.0).contains(&rate) {
            return Err(ConfigError::DropoutRate(rate));
        }
        Ok(Self { rate })
    }

    /// Creates a layer that drops nothing.
    pub fn off() -> Self {
        Self { rate: 0.0 }
    }

    /// Returns the fraction of entries that are dropped.
    pub fn rate(&self) -> Real {
        self.rate
    }

    /// Drops entries of the input if its tape is in mode [`Train`](crate::tape::Mode::Train).
    pub fn forward<'t>(&self, x: Var<'t>) -> Var<'t> {
        x.dropout(self.rate)
    }
}

impl Module for Dropout {
    fn visit(&self, _: &mut Visitor<'_>) {}
}
