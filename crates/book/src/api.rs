//! The API documentation of the companion crate: the pages from rustdoc, and the page of each item.

mod pages;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use dialect::{Problem, Problems, url, with_progress};

use crate::links::{Links, from_another_host, is_foreign};
use crate::{Book, cache};

/// The folder of the documentation in the site.
pub(crate) const FOLDER: &str = "api";

pub(crate) struct Api {
    pub(crate) folder: PathBuf,
}

/// Lets rustdoc document the packages that `book.toml` names, if any, and if their sources have
/// changed.
///
/// rustdoc prints its own messages. It has its own target folder, so that the pages describe only
/// these crates even if the reader has documented others. It shares the macros and build scripts
/// with all other commands.
pub(crate) fn document(book: &Book) -> Result<Option<Api>> {
    let Some(first) = book.api.first() else {
        return Ok(None);
    };
    let target = book.cache_file("api");
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command
        .args(["doc", "--quiet", "--locked", "--no-deps", "--lib"])
        .arg("--manifest-path")
        .arg(book.root.join(first).join("Cargo.toml"))
        .arg("--target-dir")
        .arg(&target)
        .env("CARGO_BUILD_BUILD_DIR", target.parent().unwrap_or(&book.root))
        .current_dir(&book.root)
        .env_remove("CARGO_ENCODED_RUSTDOCFLAGS")
        .env("RUSTDOCFLAGS", "-D warnings");
    for package in &book.api {
        let folder = book.root.join(package).canonicalize()?;
        command.arg(format!("--package=path+file://{}", folder.display()));
    }
    let what = format!("rustdoc documents {}", first.display());
    let status = with_progress(&what, || command.status());
    if !status.context("cargo cannot be run")?.success() {
        bail!("the API documentation was not built: rustdoc found a mistake (see above)");
    }
    let api = Api::documented(book);
    if let Some(api) = &api {
        api.check(&target.join("checked"))?;
    }
    Ok(api)
}

/// An item of the documentation.
struct Item {
    /// The name of its kind in rustdoc: `struct`, `fn`, `mod`, `method`.
    kind: String,
    /// Its page in rustdoc's folder, with the fragment of a method or a field.
    page: String,
}

impl Api {
    /// Returns the pages that rustdoc has already written.
    pub(crate) fn documented(book: &Book) -> Option<Self> {
        let folder = book.cache_file("api").join("doc");
        (!book.api.is_empty()).then_some(Self { folder })
    }

    /// Returns whether the book needs API documentation that rustdoc has never written.
    pub(crate) fn is_missing(book: &Book) -> bool {
        Self::documented(book).is_some_and(|api| !api.exists())
    }

    pub(crate) fn exists(&self) -> bool {
        self.folder.is_dir()
    }

    /// Checks the pages, unless they have been checked since they were written.
    ///
    /// They must load nothing from another host. rustdoc has checked the links, and the structure
    /// of the pages depends on its version.
    fn check(&self, checked: &Path) -> Result<()> {
        let files = dialect::files(&self.folder)?;
        let written = files.iter().map(|file| fs::metadata(file)?.modified());
        let last = written.filter_map(Result::ok).max();
        let program = cache::program().unwrap_or_default();
        let key = format!("{program} {} {last:?}", files.len());
        if cache::read(checked, &key).is_some() {
            return Ok(());
        }
        let mut problems = Vec::new();
        for file in &files {
            let name = file.strip_prefix(&self.folder).unwrap_or(file);
            let name = url(&Path::new(FOLDER).join(name));
            let resources = Links::read(file)?.resources;
            let foreign = resources.iter().filter(|file| is_foreign(file));
            problems.extend(foreign.map(|file| Problem::new(&*name, 1, from_another_host(file))));
        }
        Problems(problems).or(())?;
        cache::write(checked, &key, "")
    }

    /// Returns the page of an item, from the root of the site, with the fragment of a method or a
    /// field.
    ///
    /// `item` is a path as in Rust. If it is ambiguous, the prefix `kind@` selects an item. Before
    /// rustdoc has run, this is the folder of its future pages.
    pub(crate) fn page(&self, item: &str) -> Result<String, String> {
        if !self.exists() {
            return Ok(FOLDER.to_owned());
        }
        let path = item.split_once('@').map_or(item, |(_, path)| path);
        let chosen = |found: &Item| format!("{}@{path}", found.kind);
        let parts: Vec<_> = path.split("::").collect();
        let mut found = self.items(&parts);
        if let Some((name, owner)) = parts.split_last() {
            for owner in self.items(owner) {
                found.extend(self.members(&owner.page, name));
            }
        }
        found.retain(|found| item == path || item == chosen(found));
        match found.as_slice() {
            [] => Err(format!("the API documentation has no `{item}`")),
            [item] => Ok(format!("{FOLDER}/{}", item.page)),
            several => {
                let mut choices: Vec<_> = several.iter().map(chosen).collect();
                choices.sort();
                Err(format!("`{item}` is one of `{}`", choices.join("`, `")))
            }
        }
    }

    /// Returns the items that have their own page and this path.
    fn items(&self, path: &[&str]) -> Vec<Item> {
        let Some((name, modules)) = path.split_last() else {
            return Vec::new();
        };
        let folder: String = modules.iter().map(|name| format!("{name}/")).collect();
        // Some file systems ignore case, so a lookup by file name could find another item.
        let entries = fs::read_dir(self.folder.join(&folder)).into_iter();
        let items = entries.flatten().filter_map(|entry| {
            let file = entry.ok()?.file_name().into_string().ok()?;
            let (kind, page) = if file == *name {
                ("mod", format!("{folder}{file}/index.html"))
            } else {
                let kind = file.strip_suffix(".html")?.strip_suffix(name)?;
                (kind.strip_suffix('.')?, format!("{folder}{file}"))
            };
            let kind = kind.to_owned();
            self.text(&page).map(|_| Item { kind, page })
        });
        items.collect()
    }

    /// Returns the methods, variants, fields, and so on with this name on the page of an item.
    fn members(&self, page: &str, name: &str) -> Vec<Item> {
        let text = self.text(page).unwrap_or_default();
        let items = text.split(" id=\"").skip(1).filter_map(|rest| {
            let (id, _) = rest.split_once('"')?;
            let (kind, rest) = id.split_once('.')?;
            // The fragment of a second method with the same name ends with `-1`.
            let number = rest.strip_prefix(name)?;
            if !number.is_empty() {
                number.strip_prefix('-')?.parse::<usize>().ok()?;
            }
            let (kind, page) = (kind.to_owned(), format!("{page}#{id}"));
            Some(Item { kind, page })
        });
        items.collect()
    }

    /// Returns the text of a page, or `None` if it only redirects to the page of a re-export.
    fn text(&self, page: &str) -> Option<String> {
        let text = fs::read_to_string(self.folder.join(page)).ok()?;
        (!text.contains("http-equiv=\"refresh\"")).then_some(text)
    }
}
