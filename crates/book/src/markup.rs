//! The pages for mdBook, with the dialect's extensions of Markdown rewritten as Markdown and HTML.
//!
//! The sources are also readable where this program does not run, for instance on a code host:
//! references are links, figures are images with captions below them, and formulas are fenced.

mod citations;
mod conditional;
mod elements;
mod opening;
mod references;

pub(crate) use references::References;

use dialect::{Problem, apply};

use crate::formulas::Formulas;
use elements::Writer;

/// A page as Markdown for mdBook.
#[derive(Debug, PartialEq)]
pub(crate) struct Page {
    /// Path in `src`.
    pub(crate) path: String,
    pub(crate) text: String,
    /// Whether the table of contents shows the number of mdBook. Appendices have letters instead,
    /// and some pages have no number.
    pub(crate) is_counted: bool,
}

/// Returns all pages and their problems.
pub(crate) fn rewrite(
    references: &References,
    formulas: &mut Formulas,
) -> (Vec<Page>, Vec<Problem>) {
    let (manuscript, words) = (references.manuscript, &references.book.words);
    let mut problems = manuscript.problems.clone();
    let (mut edits, found) = citations::edits(manuscript, references.bibliography, words);
    problems.extend(found);
    for (index, edits) in edits.iter_mut().enumerate() {
        let mut writer = Writer { references, index, formulas };
        writer.page(edits, &mut problems);
        match opening::edits(manuscript, index, words) {
            Ok(found) => edits.extend(found),
            Err(problem) => problems.push(problem),
        }
        match conditional::edits(&manuscript.pages[index], references.book) {
            Ok(found) => edits.extend(found),
            Err(problem) => problems.push(problem),
        }
    }
    let pages = manuscript.pages.iter().zip(edits).map(|(page, edits)| {
        let listing = &page.listing;
        let has_number = listing.number.is_some() && listing.appendix.is_none();
        Page {
            path: listing.path.clone(),
            text: apply(&page.text.text, edits),
            is_counted: has_number || !listing.opens,
        }
    });
    (pages.collect(), problems)
}
