//! `cargo book`: builds, serves, and blesses the book, trains its models, and translates and writes
//! with them.
//!
//! mdBook, mdbook-katex, and the book's extensions of Markdown run in one process, so readers need
//! only Rust, and `Cargo.lock` pins all versions. Warnings of the libraries are errors here, with
//! file and line.

mod api;
mod bless;
mod build;
mod cache;
mod changes;
mod config;
mod document;
mod editions;
mod explained;
mod formulas;
mod french;
mod head;
mod highlight;
mod html;
mod links;
mod markup;
mod page;
mod place;
mod repository;
mod search;
mod serve;
mod site;
mod style;
mod train;
mod translate;
mod warnings;
mod widgets;
mod words;
mod write;

pub use bless::bless;
pub use build::build;
pub use config::Book;
pub use document::{document, publish};
pub use editions::editions;
pub use serve::serve;
pub use train::{Models, train};
pub use translate::{Model, translate};
pub use widgets::widgets;
pub use write::{WriteArgs, write};
