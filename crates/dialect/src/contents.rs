//! The table of contents, `src/SUMMARY.md`: the pages in their order, and how they are counted.
//!
//! mdBook numbers the chapters. Appendices stand after them and are counted with letters, which the
//! table of contents names: `[Appendix A: Arrays](array.md)`.

use std::path::Path;

use mdbook_summary::{SummaryItem, parse_summary};

use crate::{Problem, Source, unless};

/// The file of the table of contents.
pub(crate) const CONTENTS: &str = "src/SUMMARY.md";

const WORD: &str = "Appendix ";

/// A page that the table of contents lists.
#[derive(Clone, Debug)]
pub struct Listing {
    /// The title as it is listed.
    pub title: String,
    /// Path in `src`, with `/` between its parts.
    pub path: String,
    /// The line of the table of contents.
    pub line: usize,
    /// The number of a chapter, or the letter of an appendix.
    pub number: Option<String>,
    /// The title of an appendix without word and letter.
    pub appendix: Option<String>,
}

/// The pages of the book in their order. A chapter that is only announced has none, and each appendix
/// that is not lettered in order is a problem.
pub fn contents(root: &Path) -> Result<Vec<Listing>, Vec<Problem>> {
    let source = Source::read(root, CONTENTS)?;
    let summary = parse_summary(&source.text).map_err(|error| {
        let message = format!("{error:#}").replace('\n', " ");
        Problem::new(CONTENTS, 1, message)
    })?;
    let mut listed = Vec::new();
    list(&source, &summary.prefix_chapters, &mut listed);
    list(&source, &summary.numbered_chapters, &mut listed);
    list(&source, &summary.suffix_chapters, &mut listed);
    let last = listed.iter().rposition(|page| page.number.is_some());
    let mut letters = 'A'..='Z';
    let mut problems = Vec::new();
    for (index, page) in listed.iter_mut().enumerate() {
        let Some(rest) = page.title.strip_prefix(WORD) else {
            continue;
        };
        let rule = if Some(index) <= last {
            "stands behind the numbered chapters, without `- `".to_owned()
        } else if let Some(letter) = letters.next() {
            if let Some(title) = rest.strip_prefix(&format!("{letter}: ")) {
                page.appendix = Some(title.to_owned());
                page.number = Some(letter.to_string());
                continue;
            }
            format!("is titled in order; the next is `{WORD}{letter}: Title`")
        } else {
            "has one letter, and there is none after Z".to_owned()
        };
        let message = format!("`{}`: an appendix {rule}", page.title);
        problems.push(Problem::new(CONTENTS, page.line, message));
    }
    unless(problems, listed)
}

fn list(source: &Source, items: &[SummaryItem], listed: &mut Vec<Listing>) {
    for item in items {
        let SummaryItem::Link(link) = item else {
            continue;
        };
        if let Some(path) = &link.location {
            let number = link.number.as_ref().map(ToString::to_string);
            let path = path.to_string_lossy().replace('\\', "/");
            listed.push(Listing {
                title: link.name.clone(),
                line: source.line_of(&format!("({path})")),
                path,
                number: number.map(|number| number.trim_end_matches('.').to_owned()),
                appendix: None,
            });
        }
        list(source, &link.nested_items, listed);
    }
}
