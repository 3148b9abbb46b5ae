//! Layers: parameters, and functions of them on the [tape](crate::tape).

mod module;
mod param;

pub use module::{Module, Visitor};
pub use param::{Param, ParamId};
