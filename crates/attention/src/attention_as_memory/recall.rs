//! A task for memories: how many pairs can they hold?
//!
//! Pairs of a key and a value are written one after another. Then every key is queried.

mod model;
mod task;

pub use model::{Recall, Rule};
pub use task::{COUNTS, KEYS, Pairs, VALUES};
