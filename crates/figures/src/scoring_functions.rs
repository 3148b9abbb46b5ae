//! Figures of the chapter on scoring functions.

mod landscapes;
mod masks;
pub(crate) mod saturation;
mod shapes;
mod spread;

pub(crate) use self::{landscapes::*, masks::*, shapes::*, spread::*};
