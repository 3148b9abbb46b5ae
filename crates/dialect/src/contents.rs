//! Reads the table of contents, `src/SUMMARY.md`: the order of the pages and the numbers of their chapters.
//!
//! A chapter is a page with the pages listed below it. mdBook numbers chapters up to the first appendix.
//! Appendices have letters, which are part of their titles: `[Appendix A: Arrays](array.md)`. Later
//! chapters that are not appendices have no number.

use std::path::Path;

use mdbook_summary::{SummaryItem, parse_summary};

use crate::{Problem, Source, unless};

/// The file of the table of contents.
pub(crate) const CONTENTS: &str = "src/SUMMARY.md";

const WORD: &str = "Appendix ";

/// A page in the table of contents.
#[derive(Clone, Debug)]
pub struct Listing {
    /// The title in the table of contents.
    pub title: String,
    /// Path in `src`, separated by `/`.
    pub path: String,
    /// Line in the table of contents.
    pub line: usize,
    /// The number of its chapter, or the letter of its appendix.
    pub number: Option<String>,
    /// The title of an appendix without "Appendix" and its letter.
    pub appendix: Option<String>,
    /// Whether a chapter starts here. The pages below it continue its number and its counts.
    pub opens: bool,
}

/// Returns the pages of the book in order. Chapters that are only announced have none.
///
/// # Errors
///
/// Returns a [`Problem`] for each appendix whose letter is out of order.
pub fn contents(root: &Path) -> Result<Vec<Listing>, Vec<Problem>> {
    let source = Source::read(root, CONTENTS)?;
    let summary = parse_summary(&source.text).map_err(|error| {
        let message = format!("{error:#}").replace('\n', " ");
        Problem::new(CONTENTS, 1, message)
    })?;
    let parts = [
        &summary.prefix_chapters,
        &summary.numbered_chapters,
        &summary.suffix_chapters,
    ];
    let (mut listed, mut problems) = (Vec::new(), Vec::new());
    let mut letters = 'A'..='Z';
    for (index, item) in parts.into_iter().flatten().enumerate() {
        let SummaryItem::Link(link) = item else {
            continue;
        };
        let path = link.location.as_ref().map(|path| url(path));
        let mut chapter = Listing {
            title: link.name.clone(),
            path: String::new(),
            line: source.line_of(&format!("({})", path.unwrap_or_default())),
            number: None,
            appendix: None,
            opens: true,
        };
        if let Some(rest) = link.name.strip_prefix(WORD) {
            let lettered = match index < summary.prefix_chapters.len() {
                true => Err("comes after the numbered chapters".to_owned()),
                false => lettered(rest, letters.next()),
            };
            match lettered {
                Ok((letter, title)) => {
                    chapter.number = Some(letter.to_string());
                    chapter.appendix = Some(title);
                }
                Err(rule) => {
                    let message = format!("`{}`: an appendix {rule}", link.name);
                    problems.push(Problem::new(CONTENTS, chapter.line, message));
                }
            }
        } else if letters.start() == &'A' {
            let number = link.number.as_ref().map(ToString::to_string);
            chapter.number =
                number.map(|number| number.trim_end_matches('.').to_owned());
        }
        list(&source, item, chapter, &mut listed);
    }
    unless(problems, listed)
}

/// Adds a page and the pages below it, which belong to the same chapter.
fn list(
    source: &Source,
    item: &SummaryItem,
    mut page: Listing,
    listed: &mut Vec<Listing>,
) {
    let SummaryItem::Link(link) = item else {
        return;
    };
    if let Some(path) = &link.location {
        page.path = url(path);
        page.line = source.line_of(&format!("({})", page.path));
        listed.push(page.clone());
    }
    for item in &link.nested_items {
        let SummaryItem::Link(nested) = item else {
            continue;
        };
        let page = Listing {
            title: nested.name.clone(),
            appendix: None,
            opens: false,
            ..page.clone()
        };
        list(source, item, page, listed);
    }
}

fn url(path: &Path) -> String {
    path.to_string_lossy().replace('\\', "/")
}

/// Parses `A: Arrays`, where `A` must be the `expected` letter.
fn lettered(rest: &str, expected: Option<char>) -> Result<(char, String), String> {
    let letter = expected.ok_or("has one letter, and there is none after Z")?;
    let title = rest
        .strip_prefix(letter)
        .and_then(|rest| rest.strip_prefix(": "))
        .ok_or_else(|| {
            format!("is titled in order; the next is `{WORD}{letter}: Title`")
        })?;
    Ok((letter, title.to_owned()))
}
