//! The engine under the name of the chapters' crate, `attention`.
//!
//! Examples in the engine's documentation import `attention::`, because readers find them in the
//! documentation of that crate. Compiling them against this one keeps edits of a chapter from
//! recompiling the engine's tests.

pub use engine::*;
