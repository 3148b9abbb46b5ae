//! Figures of the chapter on self-attention and positional encoding.

mod layers;
pub(crate) mod offset_product;
mod pairs;
mod positions;

pub(crate) use self::{layers::*, pairs::*, positions::*};
