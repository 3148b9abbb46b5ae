//! Figures of the chapter on the Transformer.

mod architecture;
mod decoding;
mod maps;
mod norms;
pub(crate) mod sampling;
pub(crate) mod stacked_layers;
mod training;

use crate::prelude::*;

pub(crate) use self::{architecture::*, decoding::*, maps::*, norms::*, training::*};

/// The colors of queries, keys and values, and residual connections in all diagrams of the chapter.
const QUERIES: Role = Series1;
const KEYS: Role = Series2;
const RESIDUAL: Role = Series3;
