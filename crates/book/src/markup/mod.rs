//! The pages for mdBook, with the dialect's extensions of Markdown rewritten as Markdown and HTML.
//!
//! The sources are also readable where this program does not run, for instance on a code host: references
//! are links, figures are images with captions below them, and formulas are fenced.

mod elements;
mod opening;
mod references;

use std::path::Path;

use dialect::{Bibliography, Library, Manuscript, Problem, apply};

use crate::api::Api;
use crate::build::Texts;
use crate::formulas::Formulas;
use crate::widgets::Scripts;
use elements::Writer;

/// Returns the texts of all pages and their problems. Links into the API documentation lead to the pages of
/// `api`.
pub(crate) fn rewrite(
    root: &Path,
    manuscript: &Manuscript,
    library: &Library,
    bibliography: &Bibliography,
    api: Option<&Api>,
    formulas: &mut Formulas,
    scripts: &Scripts,
) -> (Texts, Vec<Problem>) {
    let pages = &manuscript.pages;
    let mut problems = manuscript.problems.clone();
    let (mut edits, found) = references::edits(manuscript, bibliography);
    problems.extend(found);
    for (index, edits) in edits.iter_mut().enumerate() {
        let mut writer = Writer {
            root,
            manuscript,
            index,
            api,
            formulas,
            scripts,
        };
        writer.page(edits, &mut problems);
        match opening::edits(manuscript, library, index) {
            Ok(found) => edits.extend(found),
            Err(problem) => problems.push(problem),
        }
    }
    let texts = pages.iter().zip(edits).map(|(page, edits)| {
        let text = apply(&page.text.text, edits);
        (page.listing.path.clone(), text)
    });
    (texts.collect(), problems)
}
