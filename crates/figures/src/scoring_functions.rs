//! Figures of the chapter on scoring functions.

pub(crate) mod masked_weights;
mod masks;
pub(crate) mod saturation;
pub(crate) mod score_landscapes;
mod shapes;
mod spread;

pub(crate) use self::{masks::*, shapes::*, spread::*};
