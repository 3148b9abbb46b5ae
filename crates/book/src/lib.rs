//! `cargo book`: the program that builds, serves and blesses the book, trains its models and asks them.
//!
//! mdBook, mdbook-katex and what the book adds to Markdown run in this one process, so a reader
//! needs nothing but Rust, and `Cargo.lock` pins all of it. Whatever the libraries only warn about
//! is an error here, with the file and the line.

mod api;
mod bless;
mod build;
mod config;
mod formulas;
mod highlight;
mod kept;
mod markup;
mod patience;
mod search;
mod serve;
mod site;
mod style;
mod train;
mod translate;
mod warnings;

pub use bless::bless;
pub use build::build;
pub use config::Book;
pub use serve::serve;
pub use train::{Models, train};
pub use translate::{Model, translate};

use dialect::{Listed, Problem};

/// Mistakes, each with its file and line. All other errors have no place in the sources.
#[derive(Debug, thiserror::Error)]
#[error("{}", Listed(.0))]
pub struct Problems(pub Vec<Problem>);

impl From<Problem> for Problems {
    fn from(problem: Problem) -> Self {
        Self(vec![problem])
    }
}
