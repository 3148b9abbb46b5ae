//! Tools for the exercises of the book.
//!
//! The crate `dialect` reads an exercise. This one compiles it, runs its tests, verifies that it
//! follows all rules ([`verify_all`]), helps readers to solve it, and writes handouts.

mod cleanup;
mod command;
mod error;
pub mod handout;
mod harness;
mod list;
mod plain;
mod reader;
mod toolchain;
mod tree;
mod variant;
mod verify;

pub use command::main;
pub use error::Error;
pub use toolchain::Toolchain;
pub use verify::{LIMIT, verify_all};
