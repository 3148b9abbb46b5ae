//! The whole book as its authors wrote it, with the extensions of the dialect found in it.

use std::io;
use std::ops::Range;
use std::path::Path;

use crate::contents::{CONTENTS, Contents};
use crate::{
    Expanded, Labels, Library, Page, Problem, Problems, Source, Summary, expand, files, scan, url,
    with_exercises,
};

/// All pages of the book with their labels.
#[derive(Debug)]
pub struct Manuscript {
    /// The pages in the order of the table of contents.
    pub pages: Vec<Page>,
    /// The exercises that the pages show.
    pub library: Library,
    /// The table of contents, as mdBook reads it.
    pub summary: Summary,
    /// The targets of references.
    pub labels: Labels,
    /// Mistakes that do not prevent further reading. Callers report them with their own.
    pub problems: Vec<Problem>,
}

impl Manuscript {
    /// Reads all exercises and all pages, with their includes and the exercises that they show.
    ///
    /// # Errors
    ///
    /// Returns a [`Problem`] for each page, include, or exercise that cannot be read, since missing
    /// text would cause further problems.
    pub fn read(root: &Path) -> Result<Self, Problems> {
        let contents = Contents::read(root)?;
        let library = Library::in_order_of(root, &contents.pages, &[])?;
        Self::of(root, contents, library, |source, library| {
            with_exercises(root, expand(root, source)?, library)
        })
    }

    /// Reads all pages without their includes and exercises, which labels do not need.
    pub fn outline(root: &Path) -> Result<Self, Problems> {
        let contents = Contents::read(root)?;
        Self::of(root, contents, Library::default(), |source, _| Ok(Expanded::unexpanded(source)))
    }

    fn of(
        root: &Path,
        contents: Contents,
        library: Library,
        text: impl Fn(&Source, &Library) -> Result<Expanded, Problems>,
    ) -> Result<Self, Problems> {
        let (mut pages, mut problems) = (Vec::new(), Vec::new());
        let mut unread = Vec::new();
        for listing in contents.pages {
            let source = Source::read(root, format!("src/{}", listing.path));
            let source = source.map_err(|problem| {
                let message = format!("{} {}", problem.file, problem.message);
                Problems::from(Problem::new(CONTENTS, listing.line, message))
            });
            match source.and_then(|source| text(&source, &library)) {
                Ok(text) => {
                    let (scan, found) = scan(&text);
                    problems.extend(found);
                    let page = Page { listing, text, scan };
                    problems.extend(page.title_problems());
                    pages.push(page);
                }
                Err(found) => unread.extend(found),
            }
        }
        if !unread.is_empty() {
            unread.extend(problems);
            unread.sort();
            return Err(Problems(unread));
        }
        let (labels, found) = Labels::collect(&pages);
        problems.extend(found);
        Ok(Self { pages, library, summary: contents.summary, labels, problems })
    }
}

/// Reads all Markdown files below `root/src` except `SUMMARY.md`, sorted by path.
pub fn sources(root: &Path) -> Result<Vec<Source>, Problem> {
    let unreadable = |error: io::Error| Problem::new("src", 1, error.to_string());
    let mut sources = Vec::new();
    for file in files(&root.join("src")).map_err(unreadable)? {
        let file = url(file.strip_prefix(root).unwrap_or(&file));
        if file.ends_with(".md") && file != CONTENTS {
            sources.push(Source::read(root, file)?);
        }
    }
    Ok(sources)
}

/// Reads all Markdown files whose code blocks are compiled and run: the chapters, the README, and
/// the texts of the exercises.
///
/// # Errors
///
/// Returns a [`Problem`] for each mistake in an exercise or the first file that cannot be read.
pub fn snippet_sources(root: &Path) -> Result<Vec<Source>, Problems> {
    let mut all = sources(root)?;
    all.push(Source::read(root, "README.md")?);
    all.extend(Library::load(root)?.sources());
    Ok(all)
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
        Self { range, text: text.into() }
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
    use std::fs;

    use super::*;

    #[test]
    fn edits_come_in_any_order() {
        let edits = vec![Edit::new(4..5, "2"), Edit::new(0..1, "x")];
        assert_eq!(apply("a = b", edits), "x = 2");
    }

    #[test]
    fn finds_chapters_in_folders_but_not_the_summary() {
        let root = tempfile::tempdir().unwrap();
        fs::create_dir_all(root.path().join("src/appendix")).unwrap();
        for file in ["src/SUMMARY.md", "src/b.md", "src/a.md", "src/appendix/c.md", "src/d.txt"] {
            fs::write(root.path().join(file), "x").unwrap();
        }
        let files: Vec<_> =
            sources(root.path()).unwrap().into_iter().map(|source| source.file).collect();
        assert_eq!(files, ["src/a.md", "src/appendix/c.md", "src/b.md"]);
    }
}
