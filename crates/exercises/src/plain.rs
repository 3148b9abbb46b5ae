//! A page of the book as text that can be read without the book, in a terminal or a handout.

mod book;
mod formula;
mod page;

pub(crate) use book::Book;
pub(crate) use formula::formulas_as_text;
pub(crate) use page::{Page, standalone};
