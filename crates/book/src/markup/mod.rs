//! The pages as mdBook gets them: what the dialect adds to Markdown, written in Markdown and HTML.
//!
//! A chapter stays readable where this program does not run, for instance on a code host: a
//! reference is a link, a figure is a picture with its caption under it, and formulas are fenced.

mod elements;
mod references;

use std::collections::HashSet;
use std::path::Path;

use dialect::{Bibliography, Library, Manuscript, Page, Problem, apply};

use crate::api::Api;
use crate::build::Texts;
use crate::formulas::Formulas;
use elements::Writer;

/// The texts of all pages, and what is wrong with them. Links into the API documentation lead to the
/// pages of `api`.
pub(crate) fn rewrite(
    root: &Path,
    manuscript: &Manuscript,
    library: &Library,
    bibliography: &Bibliography,
    api: Option<&Api>,
    formulas: &mut Formulas,
) -> (Texts, Vec<Problem>) {
    let pages = &manuscript.pages;
    let mut problems = manuscript.problems.clone();
    problems.extend(unshown(pages, library));
    let (mut edits, found) = references::edits(manuscript, bibliography);
    problems.extend(found);
    for (index, edits) in edits.iter_mut().enumerate() {
        let mut writer = Writer {
            root,
            manuscript,
            index,
            api,
            formulas,
        };
        writer.page(edits, &mut problems);
    }
    let texts = pages.iter().zip(edits).map(|(page, edits)| {
        let text = apply(&page.text.text, edits);
        (page.listing.path.clone(), text)
    });
    (texts.collect(), problems)
}

/// An exercise that its chapter does not show is one that nobody will find.
fn unshown(pages: &[Page], library: &Library) -> Vec<Problem> {
    let headings = pages.iter().flat_map(|page| &page.scan.headings);
    let shown: HashSet<&str> = headings
        .filter_map(|heading| heading.id.strip_prefix("ex:"))
        .collect();
    let exercises = library.exercises.iter();
    exercises
        .filter(|exercise| !shown.contains(&*exercise.id))
        .map(|exercise| {
            let message = format!(
                "is in no chapter: src/{}.md needs {{{{#exercise {}}}}}",
                exercise.chapter, exercise.id
            );
            Problem::new(&exercise.prompt.file, 1, message)
        })
        .collect()
}
