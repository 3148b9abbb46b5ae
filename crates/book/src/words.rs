//! The words that this program adds to pages, in the language of the book.

use std::collections::BTreeMap;

use anyhow::{Context, Result};
use dialect::{Problem, Source, parse_toml};
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
    pub(crate) chapter: String,
    pub(crate) reading: String,
    pub(crate) pages: String,
    pub(crate) first: String,
    pub(crate) hour: [String; 2],
    pub(crate) minute: [String; 2],
    pub(crate) exercise: [String; 2],
    pub(crate) project: [String; 2],
    pub(crate) figure: String,
    pub(crate) cited: String,
    pub(crate) missing: String,
    pub(crate) start: String,
    pub(crate) moved: String,
    pub(crate) divided: String,
    pub(crate) controls: Controls,
    template: BTreeMap<String, String>,
}

/// The words below a figure with controls.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Controls {
    pub(crate) reset: String,
    pub(crate) link: String,
    pub(crate) numbers: String,
}

/// Returns a number with the word for one or for several things.
pub(crate) fn counted(count: usize, [one, several]: &[String; 2]) -> String {
    format!("{count} {}", if count == 1 { one } else { several })
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

    /// Replaces the names of words, `⟦name⟧`, in a page from a template.
    pub(crate) fn fill(&self, page: &str) -> Result<String> {
        let mut parts = page.split('⟦');
        let mut filled = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let (name, rest) = part.split_once('⟧').unwrap_or((part, ""));
            let word = self.template.get(name);
            let word = word.with_context(|| format!("theme: no word has the name ⟦{name}⟧"))?;
            filled.extend([word, rest]);
        }
        Ok(filled)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_table_is_complete() {
        let book = Source { file: "book.toml".into(), text: "[book]\nlanguage = \"x\"".into() };
        for (language, _) in TABLES {
            let words = Words::of(language, &book).unwrap();
            for template in [
                include_str!("../../../theme/index.hbs"),
                include_str!("../../../theme/header.hbs"),
                include_str!("../../../theme/toc.html.hbs"),
            ] {
                words.fill(template).unwrap();
            }
            assert!(words.fill("⟦nothing⟧").is_err());
        }
        let missing = Words::of("x", &book).unwrap_err().to_string();
        assert!(
            missing.starts_with("book.toml:2: crates/book/src/words has no table"),
            "{missing}"
        );
    }
}
