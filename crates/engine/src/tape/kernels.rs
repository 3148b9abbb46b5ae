//! The inner loops of the operations.

mod matrices;
pub(super) mod rows;
mod small;
pub(super) mod stacked;
