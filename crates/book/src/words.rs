//! The words that this program adds to pages, in the language of the book.

use dialect::parse_toml;
use dialect::{Problem, Source};
use serde::Deserialize;

/// The tables of words, each under the name of its language.
const TABLES: [(&str, &str); 1] = [("en", include_str!("words/en.toml"))];

/// The words of one language; `words/en.toml` explains them.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Words {
    pub(crate) date: String,
    pub(crate) months: [String; 12],
    pub(crate) edition: String,
    pub(crate) changes: String,
    pub(crate) edit: String,
    pub(crate) report: String,
    pub(crate) mistake: String,
}

impl Words {
    /// Returns the words of the language that the file `book` names.
    pub(crate) fn of(language: &str, book: &Source) -> Result<Self, Problem> {
        let Some((_, table)) = TABLES.iter().find(|(name, _)| *name == language) else {
            let message = format!("crates/book/src/words has no table for `{language}`");
            return Err(Problem::new(&book.file, book.line_of("language"), message));
        };
        let file = format!("crates/book/src/words/{language}.toml");
        parse_toml(&Source { file, text: (*table).to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_table_is_complete() {
        let book = Source { file: "book.toml".into(), text: "[book]\nlanguage = \"x\"".into() };
        for (language, _) in TABLES {
            Words::of(language, &book).unwrap();
        }
        let missing = Words::of("x", &book).unwrap_err().to_string();
        assert!(
            missing.starts_with("book.toml:2: crates/book/src/words has no table"),
            "{missing}"
        );
    }
}
