//! Figures of the chapter on scoring functions.

mod landscapes;
pub(crate) mod masked_weights;
mod masks;
pub(crate) mod saturation;
mod shapes;
mod spread;

pub(crate) use self::{landscapes::*, masks::*, shapes::*, spread::*};
