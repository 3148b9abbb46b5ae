//! `cargo book build`: turns the sources into a site.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use dialect::{
    Bibliography, Exercise, Library, Listing, Manuscript, Problem, Source, unless,
};
use mdbook_core::utils::fs::{
    copy_files_except_ext, create_dir_all, read_to_string, write,
};
use mdbook_driver::MDBook;
use tempfile::TempDir;

use crate::api::{self, Api};
use crate::formulas::Formulas;
use crate::site::Looked;
use crate::widgets::Scripts;
use crate::{Book, Problems, highlight, markup, patience, search, style, warnings};

/// A file that marks a folder as written by `cargo book`, which may therefore replace it.
const MARKER: &str = ".cargo-book";

/// The folders that contain only sources.
const SOURCES: [&str; 4] = ["src", "theme", "images", "exercises"];

/// The paths of all pages and their Markdown for mdBook, in the order of the book.
pub(crate) type Texts = Vec<(String, String)>;

/// Builds the book into the folder `site`, and returns the number of pages.
///
/// The new site replaces the old one at the end, so the old one survives an error. Mistakes in the sources
/// are [`Problems`].
pub fn build(book: &Book, site: &Path) -> Result<usize> {
    let site = claim(book, site)?;
    let api = api::document(book)?;
    let (texts, _) = whole(book, &site, api.as_ref(), &mut Formulas::load(book))?;
    Ok(texts.len())
}

/// Builds the whole site and replaces the old one.
pub(crate) fn whole(
    book: &Book,
    site: &Path,
    api: Option<&Api>,
    formulas: &mut Formulas,
) -> Result<(Texts, Looked)> {
    let staging = folder_beside(site)?;
    let fresh = staging.path().join("site");
    let reading = "reading the chapters and typesetting formulas";
    let texts = patience::telling(reading, || texts(book, api, formulas))?;
    let index = search::index(book, &texts)?;
    // mdBook names its index after the content, which is only settings here. With our digest as a setting,
    // the name depends on our index.
    let mut named = book.clone();
    named
        .config
        .set("output.html.search.limit-results", digest(&index))?;
    patience::telling("writing the pages", || render(&named, &fresh, &texts, None))?;
    search::replace(&fresh, &index)?;
    let katex = book.root.join("theme/katex");
    if katex.is_dir() {
        copy(&katex, &fresh.join("katex"))?;
    }
    Scripts::read(&book.root)?.copy(&fresh)?;
    if let Some(api) = api.filter(|api| api.exists()) {
        let folder = fresh.join(api::FOLDER);
        copy(&api.folder, &folder)?;
        // Only some versions of rustdoc write it.
        let _ = fs::remove_file(folder.join(".lock"));
    }
    let looked = Looked::at(&fresh)?;
    looked.check(&fresh, None)?;
    for (file, text) in looked.moved() {
        write(fresh.join(file), text)?;
    }
    let title = book.config.book.title.as_deref().unwrap_or("Start");
    write(fresh.join("404.html"), looked.missing(title))?;
    let is_hashed = book.config.html_config().unwrap_or_default().hash_files;
    let style = style::join(&fresh, is_hashed)?;
    for page in looked.pages() {
        finish(&fresh.join(page), formulas, &style)?;
    }
    formulas.keep()?;
    write(fresh.join(MARKER), "")?;
    replace(site, &fresh, &staging.path().join("old"))
        .with_context(|| format!("{}: cannot replace", site.display()))?;
    Ok((texts, looked))
}

/// Returns a hash for the name of a file, so that its versions have different names.
pub(crate) fn digest(text: &str) -> u32 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish() as u32
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

/// Turns a page from mdBook into the page for readers, with the style sheet named `style`.
pub(crate) fn finish(page: &Path, formulas: &Formulas, style: &str) -> Result<()> {
    let text = formulas.fill(&read_to_string(page)?);
    // The empty corner of a table is not a column heading.
    let text = text.replace("<th></th>", "<td></td>");
    let text = search_on_demand(&highlight::highlighted(&text));
    write(page, style::linked(&titled(&text), style))
}

/// Replaces the title of the tab with the heading of the page: `Exercises on means` instead of the short
/// `Exercises` of the table of contents.
fn titled(page: &str) -> String {
    let renamed = || {
        let (_, rest) = page.split_once("<main>")?;
        let (heading, _) = rest.split_once("<h1 ")?.1.split_once("</h1>")?;
        let (_, tags) = heading.split_once('>')?;
        let mut title = String::new();
        for part in tags.split('<') {
            title += part.split_once('>').map_or(part, |(_, text)| text);
        }
        let (before, after) = page.split_once("<title>")?;
        let (old, after) = after.split_once("</title>")?;
        let book = old.rfind(" - ").map_or("", |at| &old[at..]);
        Some(format!("{before}<title>{title}{book}</title>{after}"))
    };
    renamed().unwrap_or_else(|| page.to_owned())
}

/// Replaces the scripts of the search with their list, so that the page loads them when the search is first
/// opened.
fn search_on_demand(page: &str) -> String {
    let (mut shown, mut scripts) = (String::new(), Vec::new());
    for line in page.split_inclusive('\n') {
        let script = line.trim().strip_prefix("<script src=\"");
        let script = script.and_then(|rest| rest.strip_suffix("\"></script>"));
        let is_of_search = |script: &&str| {
            let name = script.rsplit('/').next().unwrap_or(script);
            let parts = ["elasticlunr-", "mark-", "searcher-"];
            parts.iter().any(|part| name.starts_with(part))
        };
        match script.filter(is_of_search) {
            Some(script) => scripts.push(format!("\"{script}\"")),
            None => shown.push_str(line),
        }
    }
    let list = scripts.join(", ");
    let told = format!("<script>window.search_scripts = [{list}];</script>\n");
    match shown.find("<script src=").filter(|_| !scripts.is_empty()) {
        Some(first) => {
            shown.insert_str(first, &told);
            shown
        }
        None => shown,
    }
}

/// Replaces the old site with the fresh one, or leaves the old one unchanged.
fn replace(site: &Path, fresh: &Path, old: &Path) -> std::io::Result<()> {
    if site.exists() {
        fs::rename(site, old)?;
    }
    fs::rename(fresh, site).inspect_err(|_| {
        // If this also fails, the first error is more useful.
        let _ = fs::rename(old, site);
    })
}

/// Checks that `site` may be replaced, creates its parent, and returns its real path.
fn claim(book: &Book, site: &Path) -> Result<PathBuf> {
    let foreign = || {
        let site = site.display();
        anyhow!("{site} is not a folder for the book alone: choose an empty one")
    };
    let (parent, name) = site.parent().zip(site.file_name()).ok_or_else(foreign)?;
    create_dir_all(parent)?;
    let real = parent.canonicalize()?.join(name);
    let real = real.canonicalize().unwrap_or(real);
    let root = book.root.canonicalize()?;
    let mut sources = SOURCES.iter().map(|folder| root.join(folder));
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

/// Reads all sources. Unlisted chapters and unused exercises are also mistakes.
pub(crate) fn texts(
    book: &Book,
    api: Option<&Api>,
    formulas: &mut Formulas,
) -> Result<Texts> {
    let root = &book.root;
    let library = Library::load(root).map_err(Problems)?;
    let manuscript = Manuscript::read(root, &library).map_err(Problems)?;
    let bibliography = Bibliography::read(root).map_err(Problems)?;
    let scripts = Scripts::read(root)?;
    let (texts, mut problems) = markup::rewrite(
        root,
        &manuscript,
        &library,
        &bibliography,
        api,
        formulas,
        &scripts,
    );
    for Source { file, .. } in dialect::sources(root).map_err(Problems::from)? {
        if manuscript.pages.iter().all(|page| page.text.file != file) {
            problems.push(Problem::new(file, 1, "is not listed in src/SUMMARY.md"));
        }
    }
    for exercise in &library.exercises {
        let Exercise { id, chapter, .. } = exercise;
        if manuscript.labels.target(&format!("ex:{id}")).is_none() {
            let needed =
                format!("a page of src/{chapter} needs {{{{#exercise {id}}}}}");
            let message = format!("is in no chapter: {needed}");
            problems.push(Problem::new(&exercise.prompt.file, 1, message));
        }
    }
    Ok(unless(problems, texts).map_err(Problems)?)
}

/// Lets mdBook write the site, or `only` some of its pages. The other chapters are then empty; the search
/// index is always empty.
pub(crate) fn render(
    book: &Book,
    site: &Path,
    texts: &Texts,
    only: Option<&[usize]>,
) -> Result<()> {
    let mut config = book.config.clone();
    config.build.build_dir = site.to_owned();
    // The empty path is a prefix of all paths.
    let chapters = HashMap::from([("", HashMap::from([("enable", false)]))]);
    config.set("output.html.search.chapter", chapters)?;
    // mdBook's page for missing addresses would depend on the address of the site.
    config.set("output.html.input-404", "")?;
    // mdBook numbers all pages of a part, but appendices have letters, and some pages have no number.
    let listed = dialect::contents(&book.root).map_err(Problems)?;
    let is_counted = |page: &Listing| page.number.is_some() && page.appendix.is_none();
    let uncounted = listed
        .into_iter()
        .filter(|page| page.opens && !is_counted(page));
    let uncounted: HashSet<_> =
        uncounted.map(|page| PathBuf::from(page.path)).collect();
    let (result, warnings) = warnings::collect(|| {
        let mut mdbook = MDBook::load_with_config(&book.root, config)?;
        mdbook.book.for_each_chapter_mut(|chapter| {
            let path = chapter.path.as_deref();
            if path.is_some_and(|path| uncounted.contains(path)) {
                chapter.number = None;
            }
            let path = chapter.path.as_deref();
            let index = texts.iter().position(|text| path == Some(text.0.as_ref()));
            let is_shown = |index: &usize| only.is_none_or(|only| only.contains(index));
            let text = index.filter(is_shown).map(|index| texts[index].1.clone());
            chapter.content = text.unwrap_or_default();
        });
        mdbook.build()
    });
    result.context("mdBook")?;
    let problems = warnings.iter().map(|warning| problem(&book.root, warning));
    Ok(unless(problems.collect(), ()).map_err(Problems)?)
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

fn copy(from: &Path, to: &Path) -> Result<()> {
    create_dir_all(to)?;
    copy_files_except_ext(from, to, true, None, &[])
}
