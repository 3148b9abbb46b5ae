//! Figures of the chapter on scoring functions.

mod landscapes;
mod masks;
mod shapes;
mod spread;

pub(crate) use self::{landscapes::*, masks::*, shapes::*, spread::*};
