//! Errors in the data or the width.

use std::{error::Error, fmt};

use crate::Real;

/// An error in a data set or a width.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum PoolingError {
    /// The width of the kernel is not a finite number greater than 0.
    Width(Real),
    /// There are no points.
    Empty,
    /// The numbers of inputs and targets differ.
    Lengths {
        /// The number of inputs.
        inputs: usize,
        /// The number of targets.
        targets: usize,
    },
    /// The input or the target of the point with this index is not finite.
    NotFinite(usize),
}

impl fmt::Display for PoolingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Width(width) => {
                write!(f, "width {width} is not finite and positive")
            }
            Self::Empty => write!(f, "there are no points"),
            Self::Lengths { inputs, targets } => {
                write!(
                    f,
                    "lengths of inputs and targets differ: {inputs} and {targets}"
                )
            }
            Self::NotFinite(index) => {
                write!(f, "point {index} is not finite")
            }
        }
    }
}

impl Error for PoolingError {}
