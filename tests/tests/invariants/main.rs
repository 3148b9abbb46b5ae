//! What must hold in all of the book, and what the tests of its snippets find.
#![allow(clippy::unwrap_used, reason = "a helper of a test may panic")]

mod chapters;
mod glossary;
mod mistakes;
mod models;
mod one_form;
mod search;
mod site;
mod style;

// The other test, which is no set of functions with `#[test]`.
#[path = "../snippets/program.rs"]
mod program;
#[path = "../snippets/run.rs"]
mod run;

use std::path::Path;

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}
