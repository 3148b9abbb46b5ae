//! Figures of the chapter on self-attention and positional encoding.

mod layers;
mod pairs;
mod positions;

pub(crate) use self::{layers::*, pairs::*, positions::*};
