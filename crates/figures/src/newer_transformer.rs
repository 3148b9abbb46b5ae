//! Figures of the chapter on a newer Transformer.

mod experiments;
mod offsets;
mod rotation;
mod scaling;

pub(crate) use self::{experiments::*, offsets::*, rotation::*, scaling::*};
