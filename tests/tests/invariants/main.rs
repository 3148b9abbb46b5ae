//! Requirements for the whole book, and tests of the tests of its snippets.
#![allow(clippy::unwrap_used, reason = "a helper of a test may panic")]

mod anchors;
mod built;
mod chapters;
mod circles;
mod documentation;
mod editions;
mod face;
mod french;
mod glossary;
mod mistakes;
mod one_form;
#[cfg(unix)]
mod outside;
mod predictions;
mod search;
mod style;
mod style_sheet;
mod widgets;

// The other test has a harness of its own, so its modules are tested here.
#[path = "../snippets/program.rs"]
mod program;
#[path = "../snippets/run.rs"]
mod run;

use std::path::Path;

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}
