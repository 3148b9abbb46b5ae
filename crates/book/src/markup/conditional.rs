//! Texts that a page shows if `book.toml` or `CHANGELOG.md` knows what they name.
//!
//! `<!-- if known: Get the [source]({repository}). -->` becomes a sentence with the address of the
//! repository, or nothing. Where the sources are read, the reader has the repository.

use std::ops::Range;

use dialect::{Edit, Page, Problem};

use crate::Book;

/// Replaces these comments on a page.
pub(super) fn edits(page: &Page, book: &Book) -> Result<Vec<Edit>, Problem> {
    let edition = book.editions.first();
    let known = [
        ("repository", book.repository.clone()),
        ("edition", edition.map(|edition| edition.number.clone())),
        ("date", edition.map(|edition| edition.date.shown(&book.words))),
    ];
    let edit = |(range, text): &(Range<usize>, String)| {
        let (mut shown, mut is_known) = (String::new(), true);
        let mut parts = text.split('{');
        shown += parts.next().unwrap_or_default();
        for part in parts {
            let (name, rest) = part.split_once('}').unwrap_or((part, ""));
            let Some((_, value)) = known.iter().find(|(known, _)| *known == name) else {
                let names = known.each_ref().map(|(name, _)| *name).join(", ");
                let message = format!("{{{name}}} is none of the known names: {names}");
                return Err(page.text.problem(range.start, message));
            };
            is_known &= value.is_some();
            shown.extend([value.as_deref().unwrap_or_default(), rest]);
        }
        let text = if is_known { shown } else { String::new() };
        Ok(Edit::new(range.clone(), text))
    };
    page.scan.conditional.iter().map(edit).collect()
}
