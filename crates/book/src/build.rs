//! `cargo book build`: turns the sources into a site.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use dialect::{
    Bibliography, Exercise, Manuscript, Problem, Problems, SOURCE_FOLDERS, Source, with_progress,
};
use mdbook_core::utils::fs::{copy_files_except_ext, create_dir_all, write};
use mdbook_driver::MDBook;
use tempfile::TempDir;

use crate::api::{self, Api};
use crate::formulas::Formulas;
use crate::links::extension;
use crate::markup::{Page, References};
use crate::page::Names;
use crate::site::{self, SiteIndex};
use crate::widgets::Scripts;
use crate::{Book, changes, head, markup, page, search, style, warnings};

/// A file that marks a folder as written by `cargo book`, which may therefore replace it.
pub(crate) const MARKER: &str = ".cargo-book";

pub(crate) struct Built {
    /// The pages in the order of the book.
    pub(crate) pages: Vec<Page>,
    pub(crate) scripts: Scripts,
    pub(crate) index: SiteIndex,
}

/// Builds the book into the folder `site`, and returns the number of pages.
///
/// The new site replaces the old one at the end, so the old one survives an error. Mistakes in the
/// sources are [`Problems`].
pub fn build(book: &Book, site: &Path) -> Result<usize> {
    let site = claim(book, site)?;
    let api = api::document(book)?;
    let built = whole(book, &site, api.as_ref(), &mut Formulas::load(book))?;
    Ok(built.pages.len())
}

pub(crate) fn whole(
    book: &Book,
    site: &Path,
    api: Option<&Api>,
    formulas: &mut Formulas,
) -> Result<Built> {
    let staging = folder_beside(site)?;
    let fresh = staging.path().join("site");
    let scripts = Scripts::read(&book.root)?;
    let reading = "reading the chapters and typesetting formulas";
    let read = with_progress(reading, || pages(book, api, &scripts, formulas));
    let (manuscript, pages) = read?;
    let index = with_progress("writing the pages", || {
        render(book, &fresh, &manuscript, &pages, None)?;
        let names = write_resources(book, &fresh, &pages, &scripts)?;
        if let Some(api) = api.filter(|api| api.exists()) {
            api.write(&fresh, book, &manuscript, formulas)?;
        }
        finish(book, &fresh, formulas, &names)
    })?;
    formulas.save()?;
    write(fresh.join(MARKER), "")?;
    replace(site, &fresh, &staging.path().join("old"))
        .with_context(|| format!("{}: cannot replace", site.display()))?;
    Ok(Built { pages, scripts, index })
}

/// Writes the style sheet, the search index, and the scripts of the interactive figures into a site
/// that mdBook has written, and returns the names that pages need.
fn write_resources(book: &Book, site: &Path, pages: &[Page], scripts: &Scripts) -> Result<Names> {
    let katex = book.root.join("theme/katex");
    if katex.is_dir() {
        copy(&katex, &site.join("katex"))?;
    }
    scripts.copy(site)?;
    let settings = book.config.html_config().unwrap_or_default();
    let is_hashed = settings.hash_files;
    let style = style::join(site, &settings.additional_css, is_hashed)?;
    let index = search::replace(site, &search::index(book, pages)?, is_hashed)?;
    Ok(Names::new(pages, style, index))
}

/// Turns the pages of mdBook into those for readers, adds the others, and checks the site.
fn finish(book: &Book, folder: &Path, formulas: &Formulas, names: &Names) -> Result<SiteIndex> {
    let mut index = SiteIndex::default();
    for file in dialect::files(folder)? {
        let name = file.strip_prefix(folder).unwrap_or(&file);
        if extension(name) == "html" && !name.starts_with(api::FOLDER) {
            index.add(name, page::finish(folder, folder, name, formulas, names, book)?);
        }
    }
    if let Some(address) = &book.address {
        write(folder.join("sitemap.xml"), head::sitemap(address, &names.pages))?;
        write(folder.join("robots.txt"), head::robots(address))?;
        if book.has_feed() {
            write(folder.join(changes::FEED), changes::feed(book, address))?;
        }
    }
    for (file, text) in index.moved(book) {
        write(folder.join(file), text)?;
    }
    write(folder.join("404.html"), site::missing(folder, book, &names.style)?)?;
    index.complete(folder)?;
    index.check(folder, None)?;
    Ok(index)
}

/// Creates a folder for an unfinished site, on the file system of the finished site.
pub(crate) fn folder_beside(site: &Path) -> Result<TempDir> {
    let parent = site.parent().unwrap_or(Path::new("."));
    create_dir_all(parent)?;
    tempfile::Builder::new()
        .prefix(".cargo-book-")
        .tempdir_in(parent)
        .with_context(|| format!("{}: cannot write", parent.display()))
}

/// Replaces the old site with the fresh one, or leaves the old one unchanged.
pub(crate) fn replace(site: &Path, fresh: &Path, old: &Path) -> std::io::Result<()> {
    if site.exists() {
        fs::rename(site, old)?;
    }
    fs::rename(fresh, site).inspect_err(|_| {
        // If this also fails, the first error is more useful.
        let _ = fs::rename(old, site);
    })
}

/// Checks that `site` may be replaced, creates its parent, and returns its real path.
pub(crate) fn claim(book: &Book, site: &Path) -> Result<PathBuf> {
    let foreign = || {
        let site = site.display();
        anyhow!("{site} is not a folder for the book alone: choose an empty one")
    };
    let (parent, name) = site.parent().zip(site.file_name()).ok_or_else(foreign)?;
    create_dir_all(parent)?;
    let real = parent.canonicalize()?.join(name);
    let real = real.canonicalize().unwrap_or(real);
    let root = book.root.canonicalize()?;
    let mut sources = SOURCE_FOLDERS.iter().map(|folder| root.join(folder));
    if sources.any(|folder| real.starts_with(folder)) {
        return Err(foreign());
    }
    if real.exists() {
        let unreadable = || format!("{}: cannot read", real.display());
        let mut entries = fs::read_dir(&real).with_context(unreadable)?;
        let empty = entries.next().is_none();
        // The site may be published from its own repository, which must not be deleted.
        if !empty && (!real.join(MARKER).exists() || real.join(".git").exists()) {
            return Err(foreign());
        }
    }
    Ok(real)
}

/// Reads all sources, and returns them with the pages in the order of the table of contents.
/// Unlisted chapters and unused exercises are also mistakes.
pub(crate) fn pages(
    book: &Book,
    api: Option<&Api>,
    scripts: &Scripts,
    formulas: &mut Formulas,
) -> Result<(Manuscript, Vec<Page>)> {
    let root = &book.root;
    let manuscript = Manuscript::read(root)?;
    let references = References {
        book,
        manuscript: &manuscript,
        bibliography: &Bibliography::read(root)?,
        api,
        scripts,
    };
    let (pages, mut problems) = markup::rewrite(&references, formulas);
    for Source { file, .. } in dialect::sources(root)? {
        if manuscript.pages.iter().all(|page| page.text.file != file) {
            problems.push(Problem::new(file, 1, "is not listed in src/SUMMARY.md"));
        }
    }
    for exercise in &manuscript.library.exercises {
        let Exercise { id, chapter, .. } = exercise;
        if manuscript.labels.target(&format!("ex:{id}")).is_none() {
            let needed = format!("a page of src/{chapter} needs {{{{#exercise {id}}}}}");
            let message = format!("is in no chapter: {needed}");
            problems.push(Problem::new(&exercise.prompt.file, 1, message));
        }
    }
    Ok(Problems(problems).or((manuscript, pages))?)
}

/// Lets mdBook write the site, or `only` some of its pages. The other chapters are then empty; the
/// search index is always empty.
pub(crate) fn render(
    book: &Book,
    site: &Path,
    manuscript: &Manuscript,
    pages: &[Page],
    only: Option<&[usize]>,
) -> Result<()> {
    let mut config = book.config.clone();
    config.build.build_dir = site.to_owned();
    // The empty path is a prefix of all paths.
    let chapters = HashMap::from([("", HashMap::from([("enable", false)]))]);
    config.set("output.html.search.chapter", chapters)?;
    // mdBook's page for missing addresses would depend on the address of the site.
    config.set("output.html.input-404", "")?;
    if let Some(repository) = &book.repository {
        config.set("output.html.git-repository-url", repository)?;
    }
    let (result, warnings) = warnings::collect(|| {
        let summary = manuscript.summary.clone();
        let mut mdbook = MDBook::load_with_config_and_summary(&book.root, config, summary)?;
        mdbook.book.for_each_chapter_mut(|chapter| {
            let path = chapter.path.as_deref();
            let found = pages.iter().position(|page| path == Some(page.path.as_ref()));
            let Some(index) = found else { return };
            if !pages[index].is_counted {
                chapter.number = None;
            }
            let is_shown = only.is_none_or(|only| only.contains(&index));
            chapter.content = match is_shown {
                true => pages[index].text.clone(),
                false => String::new(),
            };
        });
        mdbook.build()
    });
    result.context("mdBook")?;
    let problems = warnings.iter().map(|warning| problem(&book.root, warning));
    Ok(Problems(problems.collect()).or(())?)
}

/// Finds the line of a warning, in which mdBook names only the page and a tag or a footnote.
fn problem(root: &Path, message: &str) -> Problem {
    let mut words = message.split(|c: char| c.is_whitespace() || c == '`');
    let Some(page) = words.find(|word| word.ends_with(".md")) else {
        return Problem::new("book.toml", 1, message);
    };
    let file = format!("src/{page}");
    let mut quoted = message.split('`').skip(1).step_by(2);
    let named = quoted.find(|part| *part != page);
    let needle = named.map(|name| match name.strip_suffix('>') {
        Some(tag) => tag.to_owned(),
        None => format!("[^{name}]"),
    });
    let line = match (needle, Source::read(root, &*file)) {
        (Some(needle), Ok(source)) => source.line_of(&needle),
        _ => 1,
    };
    Problem::new(file, line, message.lines().next().unwrap_or(message))
}

pub(crate) fn copy(from: &Path, to: &Path) -> Result<()> {
    create_dir_all(to)?;
    copy_files_except_ext(from, to, true, None, &[])
}
