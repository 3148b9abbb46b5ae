//! The whole book as its authors wrote it, with the extensions of the dialect found in it.

use std::ops::Range;
use std::path::Path;

use crate::block::fenced_blocks;
use crate::contents::{CONTENTS, Listing, contents};
use crate::{
    Block, Expanded, Labels, Library, Problem, Scan, Source, expand, scan,
    with_exercises,
};

/// A page that has been read.
#[derive(Debug)]
pub struct Page {
    /// The entry in the table of contents.
    pub listing: Listing,
    /// The text, with includes and exercises.
    pub text: Expanded,
    /// The result of scanning the text.
    pub scan: Scan,
}

impl Page {
    /// Returns the path without extension, or the folder of which this is the first page. This is the label
    /// of a chapter.
    pub fn name(&self) -> &str {
        let path = &self.listing.path;
        let path = path.strip_suffix(".md").unwrap_or(path);
        path.strip_suffix("/index").unwrap_or(path)
    }

    /// Returns the path from this page to the folder `src`: `../` for each folder between them.
    pub fn up(&self) -> String {
        "../".repeat(self.listing.path.matches('/').count())
    }

    /// Returns the path from `other` to this page.
    pub fn link_from(&self, other: &Self) -> String {
        let folder =
            |page: &Self| page.listing.path.rfind('/').map_or(0, |end| end + 1);
        let (path, end) = (&self.listing.path, folder(self));
        match path[..end] == other.listing.path[..folder(other)] {
            true => path[end..].to_owned(),
            false => format!("{}{path}", other.up()),
        }
    }

    /// Returns the Rust blocks of the page.
    ///
    /// # Errors
    ///
    /// Returns the same problems as [`blocks()`](crate::blocks()).
    pub fn blocks(&self) -> Result<Vec<Block>, Vec<Problem>> {
        fenced_blocks(&self.text, &self.scan.fences)
    }

    /// Checks the titles.
    fn title_problems(&self) -> Vec<Problem> {
        let rule = "a heading needs a title and an identifier: ## Title {#identifier}";
        let unnamed = self.scan.unnamed_headings.iter();
        let mut problems: Vec<_> = unnamed
            .map(|start| self.text.problem(*start, rule))
            .collect();
        if let Some(title) = &self.listing.appendix
            && let Some(heading) = self.scan.headings.first()
            && heading.title != *title
        {
            let message = format!(
                "src/SUMMARY.md calls this appendix `{title}`, which is its title without its letter"
            );
            problems.push(self.text.problem(heading.range.start, message));
        }
        problems
    }
}

/// All pages of the book with their labels.
#[derive(Debug)]
pub struct Manuscript {
    /// The pages in the order of the table of contents.
    pub pages: Vec<Page>,
    /// The targets of references.
    pub labels: Labels,
    /// Mistakes that do not prevent further reading. Callers report them with their own.
    pub problems: Vec<Problem>,
}

impl Manuscript {
    /// Reads all pages with their includes and the exercises of `library`.
    ///
    /// # Errors
    ///
    /// Returns a [`Problem`] for each page, include, or exercise that cannot be read, since missing text
    /// would cause further problems.
    pub fn read(root: &Path, library: &Library) -> Result<Self, Vec<Problem>> {
        Self::of(root, |source| {
            with_exercises(root, expand(root, source)?, library)
        })
    }

    /// Reads all pages without their includes and exercises, which labels do not need.
    pub fn outline(root: &Path) -> Result<Self, Vec<Problem>> {
        Self::of(root, |source| Ok(Expanded::unexpanded(source)))
    }

    fn of(
        root: &Path,
        text: impl Fn(&Source) -> Result<Expanded, Vec<Problem>>,
    ) -> Result<Self, Vec<Problem>> {
        let (mut pages, mut problems) = (Vec::new(), Vec::new());
        let mut unread = Vec::new();
        for listing in contents(root)? {
            let source = Source::read(root, format!("src/{}", listing.path));
            let source = source.map_err(|problem| {
                let message = format!("{} {}", problem.file, problem.message);
                vec![Problem::new(CONTENTS, listing.line, message)]
            });
            match source.and_then(|source| text(&source)) {
                Ok(text) => {
                    let (scan, found) = scan(&text);
                    problems.extend(found);
                    let page = Page {
                        listing,
                        text,
                        scan,
                    };
                    problems.extend(page.title_problems());
                    pages.push(page);
                }
                Err(found) => unread.extend(found),
            }
        }
        if !unread.is_empty() {
            unread.extend(problems);
            unread.sort();
            return Err(unread);
        }
        let (labels, found) = Labels::collect(&pages);
        problems.extend(found);
        Ok(Self {
            pages,
            labels,
            problems,
        })
    }
}

/// A replacement in the expanded text of a page.
#[derive(Debug)]
pub struct Edit {
    /// The replaced part, in bytes.
    pub range: Range<usize>,
    /// The new text.
    pub text: String,
}

impl Edit {
    /// Replaces `range` by `text`.
    pub fn new(range: Range<usize>, text: impl Into<String>) -> Self {
        Self {
            range,
            text: text.into(),
        }
    }
}

/// Applies all edits, which must not overlap.
pub fn apply(text: &str, mut edits: Vec<Edit>) -> String {
    edits.sort_by_key(|edit| (edit.range.start, edit.range.end));
    let mut result = String::with_capacity(text.len() * 2);
    let mut copied = 0;
    for edit in &edits {
        debug_assert!(copied <= edit.range.start, "{edit:?} overlaps another edit");
        result.push_str(&text[copied..edit.range.start]);
        result.push_str(&edit.text);
        copied = edit.range.end;
    }
    result.push_str(&text[copied..]);
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_come_in_any_order() {
        let edits = vec![Edit::new(4..5, "2"), Edit::new(0..1, "x")];
        assert_eq!(apply("a = b", edits), "x = 2");
    }
}
