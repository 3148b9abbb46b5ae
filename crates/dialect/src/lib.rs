//! The dialect of this book: what it adds to Markdown, read in one place.
//!
//! The pages, the tests of the snippets, the tool that rewrites outputs and the handouts of courses
//! must agree on what the sources mean, and on which line of which file it stands. They all ask this
//! crate. A text goes through it in this order:
//!
//! 1. [`sources`] finds the Markdown files, [`contents`] reads the table of contents, and [`Library`]
//!    the exercises.
//! 2. [`expand`] replaces `{{#include file:anchor}}`, [`with_exercises`] puts exercises into their
//!    chapter; [`Expanded`] remembers where each line comes from.
//! 3. [`scan`] finds headings, formulas, figures, links, citations and fenced blocks in the events of
//!    pulldown-cmark, and [`blocks`] the Rust blocks with the outputs under them.
//! 4. [`Manuscript`] does this for all pages, and its [`Labels`] number what can be referred to;
//!    [`Bibliography`] formats what can be cited.
//!
//! What comes of it is up to who asks: they replace what was found by [`Edit`]s of the text, compile
//! the blocks, or [`bless`] new outputs. [`Kept`] keeps what came of a program until something that it
//! depends on is changed.

mod bibliography;
mod bless;
mod block;
mod citation;
mod contents;
mod exercise;
mod include;
mod kept;
mod labels;
mod manuscript;
mod scan;
mod source;

pub use bibliography::{BIBLIOGRAPHY, Bibliography, Reference};
pub use bless::{BLESS, bless, output_file, shown};
pub use block::{Block, Output, blocks, parser};
pub use citation::Citation;
pub use contents::{Listing, contents};
pub use exercise::{
    Annotated, Code, Constant, Criterion, Exercise, Hint, Kind, Library, Metadata,
    Mutant, Objective, Parameter, Release, SOLUTION, Test, TestFile, Value, Values,
    View, counted, exercise_tables, parse_toml, with_exercises,
};
pub use include::{Expanded, expand, resolve};
pub use kept::{FRESH, Kept, Key, Passing};
pub use labels::{Labels, Target};
pub use manuscript::{Edit, Manuscript, Page, apply};
pub use scan::{Fence, Figure, Formula, Heading, Link, Scan, scan};
pub use source::{Listed, Problem, Source, files, snippet_sources, sources, unless};
