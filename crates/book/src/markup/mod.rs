//! What the book adds to Markdown: numbers, references, citations, figures, framed outputs.
//!
//! All chapters are first read ([`scan`]), then everything that has a label gets a number
//! ([`labels`]), and then each chapter is rewritten into Markdown that mdBook and mdbook-katex know.
//! A chapter stays readable where this program does not run, for instance on a code host: a
//! reference is a link, a figure is a picture with its caption under it, and formulas are fenced.

mod appendix;
mod bibliography;
mod citation;
mod elements;
mod labels;
mod scan;

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::path::Path;

use dialect::{Expanded, Library, Problem, Source};
use mdbook_driver::book::{Book, BookItem, Chapter};

use crate::api::Api;

use appendix::{Appendix, appendices};
use labels::Labels;
use scan::{Scan, scan};

/// A chapter that has been read.
pub(crate) struct Page {
    /// Path in `src`, with `/` between its parts.
    path: String,
    /// Number in the table of contents, if the chapter has one; the letter of an appendix.
    number: Option<String>,
    appendix: bool,
    title: String,
    text: Expanded,
    scan: Scan,
}

impl Page {
    /// The path without extension, which is the label of the chapter.
    fn name(&self) -> &str {
        self.path.strip_suffix(".md").unwrap_or(&self.path)
    }

    /// The path of this page seen from `other`.
    fn link_from(&self, other: &Self) -> String {
        let up = "../".repeat(other.path.matches('/').count());
        format!("{up}{}", self.path)
    }
}

/// A replacement in the expanded text of a page.
#[derive(Debug)]
pub(crate) struct Edit {
    range: Range<usize>,
    text: String,
}

impl Edit {
    fn new(range: Range<usize>, text: impl Into<String>) -> Self {
        Self {
            range,
            text: text.into(),
        }
    }
}

/// What is known of a book after its chapters have been rewritten.
pub(crate) struct Rewritten {
    pages: Vec<Page>,
}

impl Rewritten {
    /// The formulas that KaTeX rejects, with their places.
    pub(crate) fn bad_formulas(&self) -> Vec<Problem> {
        let formulas = self.pages.iter().flat_map(|page| {
            page.scan
                .formulas
                .iter()
                .map(move |formula| (page, formula))
        });
        formulas
            .filter_map(|(page, formula)| {
                let options = katex::Opts::builder()
                    .display_mode(formula.display)
                    .build()
                    .ok()?;
                let error = katex::render_with_opts(&formula.tex, options).err()?;
                let message =
                    format!("KaTeX: {}", error.to_string().replace('\n', " "));
                Some(page.text.problem(formula.range.start, message))
            })
            .collect()
    }
}

/// Rewrites all chapters of `book`. Links into the API documentation lead to the pages of `api`.
pub(crate) fn rewrite(
    root: &Path,
    book: &mut Book,
    api: Option<&Api>,
) -> Result<Rewritten, Vec<Problem>> {
    let appendices = appendices(root, book)?;
    let library = Library::load(root)?;
    let mut pages = Vec::new();
    let mut problems = Vec::new();
    for item in book.iter() {
        if let BookItem::Chapter(chapter) = item
            && let Some(path) = path(chapter)
        {
            match read(root, chapter, &path, appendices.get(&path), &library) {
                Ok(page) => pages.push(page),
                Err(found) => problems.extend(found),
            }
        }
    }
    fail_on(problems)?;
    fail_on(unshown(&pages, &library))?;
    let labels = Labels::collect(&pages)?;
    let mut edits = bibliography::edits(root, &pages, &labels)?;
    let mut problems = Vec::new();
    for (index, page) in pages.iter().enumerate() {
        match elements::edits(root, &pages, index, &labels, api) {
            Ok(found) => edits[index].extend(found),
            Err(found) => problems.extend(found),
        }
        edits[index].sort_by_key(|edit| (edit.range.start, edit.range.end));
        debug_assert!(
            edits[index]
                .windows(2)
                .all(|pair| pair[0].range.end <= pair[1].range.start),
            "two edits of {} overlap",
            page.path
        );
    }
    fail_on(problems)?;
    let mut texts: HashMap<&str, String> = pages
        .iter()
        .zip(&edits)
        .map(|(page, edits)| (&*page.path, apply(&page.text.text, edits)))
        .collect();
    book.for_each_chapter_mut(|chapter| {
        if let Some(text) = path(chapter).and_then(|path| texts.remove(&*path)) {
            chapter.content = text;
        }
    });
    drop(texts);
    Ok(Rewritten { pages })
}

/// The path of a chapter in `src`, with `/` between its parts.
pub(crate) fn path(chapter: &Chapter) -> Option<String> {
    let path = chapter.path.as_ref()?;
    Some(path.to_string_lossy().replace('\\', "/"))
}

fn fail_on(mut problems: Vec<Problem>) -> Result<(), Vec<Problem>> {
    problems.sort();
    if problems.is_empty() {
        Ok(())
    } else {
        Err(problems)
    }
}

/// An exercise that its chapter does not show is one that nobody will find.
fn unshown(pages: &[Page], library: &Library) -> Vec<Problem> {
    let label = |page: &Page| {
        let ids = page.scan.headings.iter();
        ids.filter_map(|heading| heading.id.strip_prefix("ex:").map(String::from))
            .collect::<Vec<_>>()
    };
    let shown: HashSet<String> = pages.iter().flat_map(label).collect();
    let hidden = library
        .exercises
        .iter()
        .filter(|exercise| !shown.contains(&exercise.id));
    hidden
        .map(|exercise| {
            let message = format!(
                "is in no chapter: src/{}.md needs {{{{#exercise {}}}}}",
                exercise.chapter, exercise.id
            );
            Problem::new(&exercise.prompt.file, 1, message)
        })
        .collect()
}

fn read(
    root: &Path,
    chapter: &Chapter,
    path: &str,
    appendix: Option<&Appendix>,
    library: &Library,
) -> Result<Page, Vec<Problem>> {
    let source = Source {
        file: format!("src/{path}"),
        text: chapter.content.clone(),
    };
    let text = dialect::expand(root, &source)?;
    let text = dialect::with_exercises(root, text, library)?;
    let scan = scan(&text)?;
    if let Some(appendix) = appendix
        && let Some(heading) = scan.headings.first()
        && heading.title != appendix.title
    {
        let message = format!(
            "src/SUMMARY.md calls this appendix `{}`, which is its title without its letter",
            appendix.title
        );
        return Err(vec![text.problem(heading.range.start, message)]);
    }
    let number = chapter
        .number
        .as_ref()
        .map(|number| number.to_string().trim_end_matches('.').to_owned());
    Ok(Page {
        path: path.to_owned(),
        number: appendix
            .map(|appendix| appendix.letter.to_string())
            .or(number),
        appendix: appendix.is_some(),
        title: chapter.name.clone(),
        text,
        scan,
    })
}

fn apply(text: &str, edits: &[Edit]) -> String {
    let mut result = String::with_capacity(text.len() * 2);
    let mut copied = 0;
    for edit in edits {
        result.push_str(&text[copied..edit.range.start]);
        result.push_str(&edit.text);
        copied = edit.range.end;
    }
    result.push_str(&text[copied..]);
    result
}
