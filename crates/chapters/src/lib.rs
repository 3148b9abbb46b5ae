//! The chapters as they are written.
//!
//! The program that builds the book, the tests that run its snippets and the tool that rewrites
//! outputs must agree on three things: what an include stands for, what a code block contains, and
//! on which line of which file both stand. This crate is the one place that knows.
//!
//! * [`sources`] finds the Markdown files of a book;
//! * [`expand`] replaces `{{#include file:anchor}}` and remembers every line's origin;
//! * [`blocks`] lists the Rust blocks of a chapter with the output that follows them;
//! * [`bless`] writes new outputs into a chapter.

mod bless;
mod block;
mod include;
mod source;

pub use bless::{BLESS, bless, output_file};
pub use block::{Block, Output, blocks};
pub use include::{Expanded, expand};
pub use source::{Problem, Source, sources};
