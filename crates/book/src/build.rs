//! From sources to a site.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use dialect::Problem;
use mdbook_driver::MDBook;
use mdbook_driver::book::BookItem;

use crate::api::{self, Api};
use crate::formulas::Formulas;
use crate::markup::{self, Rewritten};
use crate::warnings::Warning;
use crate::{Book, Error, site, warnings};

/// A file that says: this folder was written by `cargo book` and may be replaced by it.
const MARKER: &str = ".cargo-book";

/// The folders that the site is made from.
pub(crate) const SOURCES: [&str; 4] = ["src", "theme", "images", "exercises"];

/// A site that has been built.
#[derive(Debug)]
pub struct Built {
    /// The number of pages.
    pub pages: usize,
}

/// Builds the book into the folder `site`.
///
/// The new site replaces the old one at the end: after an error the old one is still there.
///
/// # Errors
///
/// [`Error::Problems`] for mistakes in the sources, [`Error::Api`] for those that rustdoc finds in
/// the crate, [`Error::ForeignFolder`] if `site` holds something else, [`Error::File`] if it cannot
/// be written.
///
/// ```
/// let book = book::Book::find(concat!(env!("CARGO_MANIFEST_DIR"), "/../..").as_ref())?;
/// let error = book::build(&book, "/".as_ref()).unwrap_err();
/// assert!(error.to_string().starts_with("/ is not a folder for the book alone"));
/// # Ok::<(), book::Error>(())
/// ```
pub fn build(book: &Book, site: &Path) -> Result<Built, Error> {
    // Warnings are collected for the whole process: one build at a time.
    static ONE: Mutex<()> = Mutex::new(());
    let _one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    let site = claim(book, site)?;
    let parent = site.parent().unwrap_or(Path::new("."));
    let staging = tempfile::Builder::new()
        .prefix(".cargo-book-")
        .tempdir_in(parent)
        .map_err(Error::file(parent, "cannot write"))?;
    let fresh = staging.path().join("site");
    let api = api::document(book)?;
    render(book, &fresh, api.as_ref())?;
    copy_katex(&book.root, &fresh)?;
    if let Some(api) = &api {
        copy(&api.folder, &fresh.join(api::FOLDER))?;
    }
    let pages = site::check(&fresh)?;
    let marker = fresh.join(MARKER);
    fs::write(&marker, "").map_err(Error::file(marker, "cannot write"))?;
    replace(&site, &fresh, &staging.path().join("old"))?;
    Ok(Built { pages })
}

/// Puts the fresh site where the old one is, or leaves the old one there.
fn replace(site: &Path, fresh: &Path, old: &Path) -> Result<(), Error> {
    let existed = site.exists();
    if existed {
        fs::rename(site, old).map_err(Error::file(site, "cannot replace"))?;
    }
    fs::rename(fresh, site).map_err(|error| {
        if existed {
            // If this fails as well, the first error is the one to tell.
            let _ = fs::rename(old, site);
        }
        Error::file(site, "cannot write")(error)
    })
}

/// Makes sure that `site` may be replaced and that its parent exists. Returns where it really is.
fn claim(book: &Book, site: &Path) -> Result<PathBuf, Error> {
    let parent = site
        .parent()
        .ok_or_else(|| Error::ForeignFolder(site.to_owned()))?;
    fs::create_dir_all(parent).map_err(Error::file(parent, "cannot create"))?;
    let (existing, rest) = if site.exists() {
        (site, None)
    } else {
        (parent, site.file_name())
    };
    let real =
        fs::canonicalize(existing).map_err(Error::file(existing, "cannot read"))?;
    let real = rest.map_or(real.clone(), |name| real.join(name));
    let foreign = || Error::ForeignFolder(site.to_owned());
    let root =
        fs::canonicalize(&book.root).map_err(Error::file(&book.root, "cannot read"))?;
    if SOURCES
        .iter()
        .any(|folder| real.starts_with(root.join(folder)))
    {
        return Err(foreign());
    }
    if site.exists() {
        let mut entries =
            fs::read_dir(site).map_err(Error::file(site, "cannot read"))?;
        let empty = entries.next().is_none();
        // A site that is published from a repository of its own keeps it.
        if !empty && (!site.join(MARKER).exists() || site.join(".git").exists()) {
            return Err(foreign());
        }
    }
    Ok(real)
}

fn render(book: &Book, site: &Path, api: Option<&Api>) -> Result<(), Error> {
    warnings::install();
    drop(warnings::take());
    let mut config = book.config.clone();
    config.build.build_dir = site.to_owned();
    let mut mdbook = MDBook::load_with_config(&book.root, config)
        .map_err(|error| summary_problem(&format!("{error:#}")))?;
    unlisted(&book.root, &mdbook)?;
    let rewritten =
        markup::rewrite(&book.root, &mut mdbook.book, api).map_err(Error::Problems)?;
    mdbook.with_preprocessor(Formulas);
    mdbook
        .build()
        .map_err(|error| Error::MdBook(format!("{error:#}")))?;
    let problems = problems(&book.root, &rewritten, warnings::take());
    if problems.is_empty() {
        Ok(())
    } else {
        Err(Error::Problems(problems))
    }
}

/// A chapter that is not in the table of contents is one that nobody will find.
fn unlisted(root: &Path, mdbook: &MDBook) -> Result<(), Error> {
    let listed: HashSet<String> = mdbook
        .iter()
        .filter_map(|item| match item {
            BookItem::Chapter(chapter) => markup::path(chapter),
            _ => None,
        })
        .map(|path| format!("src/{path}"))
        .collect();
    let problems: Vec<_> = dialect::sources(root)?
        .into_iter()
        .filter(|source| !listed.contains(&source.file))
        .map(|source| Problem::new(source.file, 1, "is not listed in src/SUMMARY.md"))
        .collect();
    if problems.is_empty() {
        Ok(())
    } else {
        Err(Error::Problems(problems))
    }
}

/// What mdBook says when it cannot load the chapters.
fn summary_problem(message: &str) -> Error {
    let message = message.split_whitespace().collect::<Vec<_>>().join(" ");
    Error::Problems(vec![Problem::new("src/SUMMARY.md", 1, message)])
}

/// Gives each warning its place.
fn problems(root: &Path, rewritten: &Rewritten, found: Vec<Warning>) -> Vec<Problem> {
    let mut problems = Vec::new();
    if found
        .iter()
        .any(|warning| warning.target.starts_with("mdbook_katex"))
    {
        problems = rewritten.bad_formulas();
    }
    let formulas_found = !problems.is_empty();
    for warning in found {
        if !(formulas_found && warning.target.starts_with("mdbook_katex")) {
            problems.push(html_problem(root, &warning.message));
        }
    }
    problems.sort();
    problems.dedup();
    problems
}

/// mdBook names the page in its warnings, and a tag or a footnote, but not the line.
fn html_problem(root: &Path, message: &str) -> Problem {
    let mut words = message.split(|c: char| c.is_whitespace() || c == '`');
    let Some(page) = words.find(|word| word.ends_with(".md")) else {
        return Problem::new("book.toml", 1, message);
    };
    let file = format!("src/{page}");
    let text = fs::read_to_string(root.join(&file)).unwrap_or_default();
    let named = message
        .split('`')
        .skip(1)
        .step_by(2)
        .find(|part| *part != page);
    let needle = named.map(|name| match name.strip_suffix('>') {
        Some(tag) => tag.to_owned(),
        None => format!("[^{name}]"),
    });
    let line =
        needle.and_then(|needle| text.lines().position(|line| line.contains(&needle)));
    let message = message.lines().next().unwrap_or(message);
    Problem::new(file, line.map_or(1, |index| index + 1), message)
}

/// The style sheet and the fonts of the formulas.
fn copy_katex(root: &Path, site: &Path) -> Result<(), Error> {
    let from = root.join("theme/katex");
    if from.is_dir() {
        copy(&from, &site.join("katex"))?;
    }
    Ok(())
}

fn copy(from: &Path, to: &Path) -> Result<(), Error> {
    fs::create_dir_all(to).map_err(Error::file(to, "cannot create"))?;
    for entry in fs::read_dir(from).map_err(Error::file(from, "cannot read"))? {
        let entry = entry.map_err(Error::file(from, "cannot read"))?;
        let (source, target) = (entry.path(), to.join(entry.file_name()));
        // The lock of rustdoc.
        if entry.file_name() == ".lock" {
            continue;
        }
        if source.is_dir() {
            copy(&source, &target)?;
        } else {
            fs::copy(&source, &target).map_err(Error::file(target, "cannot write"))?;
        }
    }
    Ok(())
}
