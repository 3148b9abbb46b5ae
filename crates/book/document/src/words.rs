//! The words that a document adds to the pages, in the language of the book.

use anyhow::{Result, bail};

/// The words of one language.
pub(crate) struct Words {
    /// The title of the table of contents.
    pub(crate) contents: &'static str,
    /// The place of a link's target, before its number.
    pub(crate) page: &'static str,
    /// The word between a numbered equation and its page.
    pub(crate) on: &'static str,
    /// The label of the output of a program.
    pub(crate) output: &'static str,
    /// The answer to a question that readers ask themselves.
    pub(crate) answer: &'static str,
    /// The hints to exercises.
    pub(crate) hints: &'static str,
}

impl Words {
    /// Returns the words of `language`, such as `en`.
    pub(crate) fn of(language: &str) -> Result<Self> {
        Ok(match language {
            "en" => Self {
                contents: "Contents",
                page: "page",
                on: "on",
                output: "Output",
                answer: "Answer",
                hints: "Hints",
            },
            _ => bail!("{}: no words for the language {language}", file!()),
        })
    }
}
