//! The chapters as they are written.
//!
//! The program that builds the book, the tests that run its snippets and the tool that rewrites
//! outputs must agree on three things: what an include stands for, what a code block contains, and
//! on which line of which file both stand. This crate is the one place that knows.
//!
//! * [`sources`] finds the Markdown files of a book;
//! * [`expand`] replaces `{{#include file:anchor}}` and remembers every line's origin;
//! * [`blocks`] lists the Rust blocks of a chapter with the output that follows them;
//! * [`Library`] reads the exercises, and [`with_exercises`] puts them into a chapter;
//! * [`bless`] writes new outputs into a chapter;
//! * [`Kept`] keeps what came of a program until something that it depends on is changed.

mod bless;
mod block;
mod exercise;
mod include;
mod kept;
mod source;

pub use bless::{BLESS, bless, output_file, shown};
pub use block::{Block, Output, blocks, parser};
pub use exercise::{
    Annotated, Code, Constant, Criterion, Exercise, Hint, Kind, Library, Metadata,
    Mutant, Objective, Parameter, Release, SOLUTION, Test, TestFile, Value, Values,
    View, exercise_tables, parse_toml, with_exercises,
};
pub use include::{Expanded, expand, included};
pub use kept::{FRESH, Kept, Key};
pub use source::{Listed, Problem, Source, snippet_sources, sources};
