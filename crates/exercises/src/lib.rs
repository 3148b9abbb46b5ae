//! The exercises of the book, at work.
//!
//! The crate `dialect` reads an exercise; this one compiles it and runs its tests, holds it to what every exercise must fulfil ([`verify_all`]), helps a reader to solve it, and makes handouts.

mod command;
mod companion;
mod error;
pub mod handout;
mod harness;
mod list;
mod reader;
mod rustlings;
mod toolchain;
mod tree;
mod variant;
mod verify;

pub use command::main;
pub use error::Error;
pub use rustlings::rustlings;
pub use toolchain::{LIBRARIES, Toolchain};
pub use verify::{LIMIT, verify_all};
