//! The engine, as the chapters' crate `attention` hands it on.
//!
//! The examples in the engine's documentation are read in that of the chapters' crate, and say `use attention::`. If they
//! were compiled with that crate itself, each edit of a chapter would compile the engine's tests again.

pub use engine::*;
