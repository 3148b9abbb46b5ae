//! Figures of the chapter on self-attention and positional encoding.

mod layers;
mod pairs;
mod positions;
mod trained;

pub use self::{layers::*, pairs::*, positions::*, trained::*};
