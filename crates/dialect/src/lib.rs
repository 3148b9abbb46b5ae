//! The dialect of this book: its extensions to Markdown.
//!
//! The pages, the tests of the snippets, the tool that rewrites outputs, and the handouts of
//! courses must agree on the meaning of the sources and on the file and line of each part. They all
//! use this crate, which processes a text in four steps:
//!
//! 1. [`sources`] finds the Markdown files, and [`Library`] reads the exercises.
//! 2. [`expand`] replaces `{{#include file:anchor}}`, and [`with_exercises`] inserts the exercises.
//!    [`Expanded`] records the origin of each line.
//! 3. [`scan`] finds headings, formulas, figures, links, citations, and fenced blocks in the events
//!    of pulldown-cmark, and [`blocks`] finds the Rust blocks with their outputs.
//! 4. [`Manuscript`] does this for all pages. Its [`Labels`] number the targets of references, and
//!    [`Bibliography`] formats the cited works.
//!
//! Callers then apply [`Edit`]s to the text, compile the blocks, or [`bless`] new outputs.
//! [`ResultCache`] stores the result of a program until one of its dependencies changes.

mod bibliography;
mod bless;
mod block;
mod citation;
mod contents;
mod exercise;
mod expanded;
mod files;
mod include;
mod labels;
mod manuscript;
mod page;
mod problem;
mod progress;
mod result_cache;
mod scan;
mod source;

pub use bibliography::{BIBLIOGRAPHY, Bibliography, Reference};
pub use bless::{BLESS, bless, output_file, shown};
pub use block::{Block, Output, blocks, is_hidden};
pub use citation::Citation;
pub use contents::{Contents, Listing};
pub use exercise::{
    Annotated, Code, Constant, Criterion, Exercise, Hint, Kind, Library, Metadata, Mutant,
    Objective, Parameter, Release, SHARED, SOLUTION, Test, TestFile, Value, Values, View, counted,
    exercise_tables, expand, parse_toml, with_exercises,
};
pub use expanded::Expanded;
pub use files::{BOOK_FILE, SOURCE_FOLDERS, files, find_root, replace, url};
pub use include::resolve;
pub use labels::{Labels, Target};
pub use manuscript::{Edit, Manuscript, apply, snippet_sources, sources};
pub use mdbook_summary::Summary;
pub use page::Page;
pub use problem::{Problem, Problems};
pub use progress::{announce, print_line, with_progress};
pub use result_cache::{FRESH, Key, ResultCache};
pub use scan::{Fence, Figure, Formula, Heading, Link, Scan, parser, scan};
pub use source::Source;
