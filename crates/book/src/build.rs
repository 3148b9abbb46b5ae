//! From sources to a site.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use dialect::{BIBLIOGRAPHY, Bibliography, Library, Manuscript, Problem};
use mdbook_driver::MDBook;
use mdbook_driver::book::Chapter;
use tempfile::TempDir;

use crate::api::{self, Api};
use crate::formulas::Formulas;
use crate::site::Looked;
use crate::{Book, Error, kept, markup, patience, warnings};

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
    let site = claim(book, site)?;
    let staged = Staged::build(book, &site, &mut Formulas::load(book))?;
    let pages = staged.looked.chapters();
    staged.publish(&site)?;
    Ok(Built { pages })
}

/// A site that is finished and not yet where it belongs.
pub(crate) struct Staged {
    folder: TempDir,
    /// What mdBook got.
    pub(crate) texts: Texts,
    pub(crate) looked: Looked,
}

/// The pages in Markdown that mdBook knows, with their paths, in the order of the book.
pub(crate) type Texts = Vec<(String, String)>;

impl Staged {
    /// Builds the whole site, next to the folder `site`.
    pub(crate) fn build(
        book: &Book,
        site: &Path,
        formulas: &mut Formulas,
    ) -> Result<Self, Error> {
        let folder = folder_beside(site)?;
        let fresh = folder.path().join("site");
        let api = api::document(book)?;
        let texts =
            patience::telling("reading the chapters and typesetting formulas", || {
                texts(book, api.as_ref(), formulas)
            })?;
        patience::telling("writing the pages", || render(book, &fresh, &texts, None))?;
        copy_katex(&book.root, &fresh)?;
        if let Some(api) = &api {
            copy(&api.folder, &fresh.join(api::FOLDER))?;
        }
        let looked = Looked::at(&fresh)?;
        looked.check(&fresh, None)?;
        for page in looked.pages() {
            finish(&fresh.join(page), formulas)?;
        }
        formulas.keep()?;
        let marker = fresh.join(MARKER);
        fs::write(&marker, "").map_err(Error::file(marker, "cannot write"))?;
        Ok(Self {
            folder,
            texts,
            looked,
        })
    }

    /// Puts the site where it belongs.
    pub(crate) fn publish(&self, site: &Path) -> Result<(), Error> {
        let folder = self.folder.path();
        replace(site, &folder.join("site"), &folder.join("old"))
    }
}

/// A folder for a site that is not finished, on the file system of the finished one.
pub(crate) fn folder_beside(site: &Path) -> Result<TempDir, Error> {
    let parent = site.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(parent).map_err(Error::file(parent, "cannot create"))?;
    tempfile::Builder::new()
        .prefix(".cargo-book-")
        .tempdir_in(parent)
        .map_err(Error::file(parent, "cannot write"))
}

/// Puts the formulas into a page.
pub(crate) fn finish(page: &Path, formulas: &Formulas) -> Result<(), Error> {
    let text = fs::read_to_string(page).map_err(Error::file(page, "cannot read"))?;
    fs::write(page, formulas.fill(&text)).map_err(Error::file(page, "cannot write"))
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

/// Reads all sources.
pub(crate) fn texts(
    book: &Book,
    api: Option<&Api>,
    formulas: &mut Formulas,
) -> Result<Texts, Error> {
    let root = &book.root;
    let library = Library::load(root)?;
    let manuscript = Manuscript::read(root, &library)?;
    let bibliography = bibliography(book)?;
    let mut problems = unlisted(root, &manuscript)?;
    match markup::rewrite(root, &manuscript, &library, &bibliography, api, formulas) {
        Ok(texts) if problems.is_empty() => return Ok(texts),
        Ok(_) => {}
        Err(found) => problems.extend(found),
    }
    problems.sort();
    problems.dedup();
    Err(Error::Problems(problems))
}

/// The works that the book cites. To format them takes longer than all else that is read.
fn bibliography(book: &Book) -> Result<Bibliography, Error> {
    let source = fs::read_to_string(book.root.join(BIBLIOGRAPHY)).unwrap_or_default();
    let (file, key) = (
        book.kept("references"),
        format!("{}\n{source}", kept::program()),
    );
    let kept = kept::read(&file, &key).and_then(|text| toml::from_str(&text).ok());
    if let Some(bibliography) = kept {
        return Ok(bibliography);
    }
    let bibliography = Bibliography::read(&book.root)?;
    if let Ok(text) = toml::to_string(&bibliography) {
        kept::write(&file, &key, &text)?;
    }
    Ok(bibliography)
}

/// A chapter that is not in the table of contents is one that nobody will find.
fn unlisted(root: &Path, manuscript: &Manuscript) -> Result<Vec<Problem>, Error> {
    let listed: HashSet<_> = manuscript
        .pages
        .iter()
        .map(|page| &page.text.file)
        .collect();
    let sources = dialect::sources(root)?.into_iter();
    let unlisted = sources.filter(|source| !listed.contains(&source.file));
    Ok(unlisted
        .map(|source| Problem::new(source.file, 1, "is not listed in src/SUMMARY.md"))
        .collect())
}

/// Lets mdBook write the site, or `only` some pages of it. The other chapters are empty then, and so is
/// what the search finds.
pub(crate) fn render(
    book: &Book,
    site: &Path,
    texts: &Texts,
    only: Option<&[usize]>,
) -> Result<(), Error> {
    let mut config = book.config.clone();
    config.build.build_dir = site.to_owned();
    if only.is_some() {
        let disabled = toml::Table::from_iter([("enable".to_owned(), false.into())]);
        let chapters = texts
            .iter()
            .map(|(path, _)| (path.clone(), disabled.clone()));
        let chapters: toml::Table =
            chapters.map(|(path, table)| (path, table.into())).collect();
        config
            .set("output.html.search.chapter", chapters)
            .map_err(|error| Error::MdBook(format!("{error:#}")))?;
    }
    let text = |path: String| {
        let index = texts.iter().position(|(other, _)| *other == path)?;
        let shown = only.is_none_or(|only| only.contains(&index));
        shown.then(|| texts[index].1.clone())
    };
    let failed = |error| Error::MdBook(format!("{error:#}"));
    let (result, told) = warnings::collect(|| {
        let mut mdbook = MDBook::load_with_config(&book.root, config)?;
        mdbook.book.for_each_chapter_mut(|chapter| {
            chapter.content = path(chapter).and_then(text).unwrap_or_default();
        });
        mdbook.build()
    });
    result.map_err(failed)?;
    let mut problems: Vec<_> = told
        .iter()
        .map(|message| html_problem(&book.root, message))
        .collect();
    problems.sort();
    problems.dedup();
    match problems.is_empty() {
        true => Ok(()),
        false => Err(Error::Problems(problems)),
    }
}

/// The path of a chapter in `src`, with `/` between its parts.
fn path(chapter: &Chapter) -> Option<String> {
    let path = chapter.path.as_ref()?;
    Some(path.to_string_lossy().replace('\\', "/"))
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
