//! Figures of the chapter on attention as memory.

mod heads;
mod recall;

pub(crate) use self::{heads::*, recall::*};
