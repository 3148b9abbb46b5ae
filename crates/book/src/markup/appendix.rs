//! Appendices: chapters that stand after the numbered ones and are counted with letters.
//!
//! The table of contents names them: `[Appendix A: Arrays](array.md)`.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use dialect::Problem;
use mdbook_driver::book::{Book, BookItem, Chapter};

const CONTENTS: &str = "src/SUMMARY.md";
const WORD: &str = "Appendix ";

/// An appendix as the table of contents announces it.
pub(super) struct Appendix {
    pub(super) letter: char,
    /// The title without word and letter.
    pub(super) title: String,
}

/// The appendices of a book by the path of their page.
pub(super) fn appendices(
    root: &Path,
    book: &Book,
) -> Result<HashMap<String, Appendix>, Vec<Problem>> {
    let chapters: Vec<&Chapter> = book
        .iter()
        .filter_map(|item| match item {
            BookItem::Chapter(chapter) => Some(chapter),
            _ => None,
        })
        .collect();
    let behind = chapters
        .iter()
        .rposition(|chapter| chapter.number.is_some())
        .map_or(0, |last| last + 1);
    let contents = fs::read_to_string(root.join(CONTENTS)).unwrap_or_default();
    let mut letters = 'A'..='Z';
    let mut found = HashMap::new();
    let mut problems = Vec::new();
    for (index, chapter) in chapters.into_iter().enumerate() {
        let Some(rest) = chapter.name.strip_prefix(WORD) else {
            continue;
        };
        let result = if index < behind {
            Err("stands behind the numbered chapters, without `- `".to_owned())
        } else {
            lettered(rest, letters.next())
        };
        match result {
            Ok(appendix) => {
                found.extend(super::path(chapter).map(|path| (path, appendix)));
            }
            Err(rule) => {
                let link = format!("[{}]", chapter.name);
                let line = contents.lines().position(|line| line.contains(&link));
                let message = format!("`{}`: an appendix {rule}", chapter.name);
                let line = line.map_or(1, |index| index + 1);
                problems.push(Problem::new(CONTENTS, line, message));
            }
        }
    }
    super::fail_on(problems)?;
    Ok(found)
}

/// Reads `A: Arrays`, whose letter must be the `expected` one.
fn lettered(rest: &str, expected: Option<char>) -> Result<Appendix, String> {
    let letter = expected.ok_or("has one letter, and there is none after Z")?;
    let title = rest
        .strip_prefix(letter)
        .and_then(|rest| rest.strip_prefix(": "))
        .ok_or_else(|| {
            format!("is titled in order; the next is `{WORD}{letter}: Title`")
        })?;
    Ok(Appendix {
        letter,
        title: title.to_owned(),
    })
}
