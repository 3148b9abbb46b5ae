//! Figures of the chapter on scoring functions.

mod landscapes;
mod masks;
mod shapes;
mod spread;

pub use self::{landscapes::*, masks::*, shapes::*, spread::*};
