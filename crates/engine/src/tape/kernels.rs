//! The inner loops of the operations.

pub(super) mod matrices;
pub(super) mod moments;
pub(super) mod products;
pub(super) mod rows;
pub(super) mod small;
pub(super) mod stacked;
