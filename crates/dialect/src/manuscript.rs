//! The whole book as its authors wrote it, with everything found that the dialect adds to Markdown.

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
    /// Where it stands in the table of contents.
    pub listing: Listing,
    /// Its text, with includes and exercises.
    pub text: Expanded,
    /// What was found in the text.
    pub scan: Scan,
}

impl Page {
    /// The path without extension, or the folder whose first page this is: the label of a chapter.
    pub fn name(&self) -> &str {
        let path = &self.listing.path;
        let path = path.strip_suffix(".md").unwrap_or(path);
        path.strip_suffix("/index").unwrap_or(path)
    }

    /// The path of the folder `src`, seen from this page: `../` for each folder between them.
    pub fn up(&self) -> String {
        "../".repeat(self.listing.path.matches('/').count())
    }

    /// The path of this page seen from `other`.
    pub fn link_from(&self, other: &Self) -> String {
        let folder =
            |page: &Self| page.listing.path.rfind('/').map_or(0, |end| end + 1);
        let (path, end) = (&self.listing.path, folder(self));
        match path[..end] == other.listing.path[..folder(other)] {
            true => path[end..].to_owned(),
            false => format!("{}{path}", other.up()),
        }
    }

    /// Its Rust blocks, or the errors of [`blocks()`](crate::blocks()).
    pub fn blocks(&self) -> Result<Vec<Block>, Vec<Problem>> {
        fenced_blocks(&self.text, &self.scan.fences)
    }

    /// What is wrong with its titles.
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
    /// In the order of the table of contents.
    pub pages: Vec<Page>,
    /// What can be referred to.
    pub labels: Labels,
    /// Mistakes that do not keep one from reading on: who shows the pages reports them with its own.
    pub problems: Vec<Problem>,
}

impl Manuscript {
    /// Reads all pages, with what they include and with the exercises of `library`. An include or an
    /// exercise that is not there is an error: without it, too much else would be missing.
    pub fn read(root: &Path, library: &Library) -> Result<Self, Vec<Problem>> {
        Self::of(root, |source| {
            with_exercises(root, expand(root, source)?, library)
        })
    }

    /// Reads all pages as they are written: their labels need neither code nor exercises.
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
    /// What is replaced, in bytes.
    pub range: Range<usize>,
    /// What takes its place.
    pub text: String,
}

impl Edit {
    /// Puts `text` in the place of `range`.
    pub fn new(range: Range<usize>, text: impl Into<String>) -> Self {
        Self {
            range,
            text: text.into(),
        }
    }
}

/// The text with all edits made, which do not overlap.
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
