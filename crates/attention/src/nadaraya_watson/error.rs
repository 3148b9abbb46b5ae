//! Errors in the data or the width.

use thiserror::Error;

use crate::Real;

/// An error in a data set or a width.
#[derive(Debug, Clone, Copy, PartialEq, Error)]
pub enum PoolingError {
    /// The width of the kernel is not a finite number greater than 0.
    #[error("width {0} is not finite and positive")]
    Width(Real),
    /// There are no points.
    #[error("there are no points")]
    Empty,
    /// The numbers of inputs and targets differ.
    #[error(
        "lengths of inputs and targets differ: {inputs} and {targets}"
    )]
    Lengths {
        /// The number of inputs.
        inputs: usize,
        /// The number of targets.
        targets: usize,
    },
    /// The input or the target of the point with this index is not finite.
    #[error("point {0} is not finite")]
    NotFinite(usize),
}
