//! The API documentation of the companion crate: rustdoc's pages, and the page of each item.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::{Book, kept, patience, site};

/// Where the documentation stands in the site.
pub(crate) const FOLDER: &str = "api";

/// What rustdoc has written.
pub(crate) struct Api {
    pub(crate) folder: PathBuf,
}

/// Lets rustdoc document the package that `book.toml` names, if it names one and its sources changed.
///
/// rustdoc prints what it has to say itself. It has a target folder of its own: it can use nothing of
/// what a build compiles, a server does not wait for the tests of the reader, and the pages are of this
/// one crate even if the reader has documented others.
pub(crate) fn document(book: &Book) -> Result<Option<Api>> {
    let Some(package) = &book.api else {
        return Ok(None);
    };
    let target = book.kept("api");
    let mut command =
        Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command
        .args(["doc", "--quiet", "--locked", "--no-deps", "--lib"])
        .arg("--manifest-path")
        .arg(book.root.join(package).join("Cargo.toml"))
        .arg("--target-dir")
        .arg(&target)
        .current_dir(&book.root)
        .env_remove("CARGO_ENCODED_RUSTDOCFLAGS")
        .env("RUSTDOCFLAGS", "-D warnings");
    let what = format!("rustdoc documents {}", package.display());
    let status = patience::telling(&what, || command.status());
    if !status.context("cargo cannot be run")?.success() {
        bail!(
            "the API documentation was not built: rustdoc found a mistake (see above)"
        );
    }
    let api = Api::documented(book);
    if let Some(api) = &api {
        api.check(&target.join("checked"))?;
    }
    Ok(api)
}

/// Something that the documentation describes.
struct Item {
    /// What rustdoc calls it: `struct`, `fn`, `mod`, `method`.
    kind: String,
    /// Its page in the folder that rustdoc wrote, with the fragment of a method or a field.
    page: String,
}

impl Api {
    /// What rustdoc has written already.
    pub(crate) fn documented(book: &Book) -> Option<Self> {
        let folder = book.kept("api").join("doc");
        book.api.is_some().then_some(Self { folder })
    }

    /// Whether rustdoc has never written what belongs to the book.
    pub(crate) fn is_missing(book: &Book) -> bool {
        Self::documented(book).is_some_and(|api| !api.exists())
    }

    pub(crate) fn exists(&self) -> bool {
        self.folder.is_dir()
    }

    /// Looks at the pages, unless they have been looked at since they were written.
    fn check(&self, kept: &Path) -> Result<()> {
        let files = dialect::files(&self.folder)?;
        let written = files.iter().map(|file| fs::metadata(file)?.modified());
        let last = written.filter_map(Result::ok).max();
        let key = format!("{} {} {last:?}", kept::program(), files.len());
        if kept::read(kept, &key).is_none() {
            site::check_api(&self.folder, &files)?;
            kept::write(kept, &key, "")?;
        }
        Ok(())
    }

    /// The page of an item, from the root of the site, with the fragment of a method or a field.
    ///
    /// `item` is a path as in Rust. If it names several things, `kind@` in front chooses one. As long as
    /// nothing is documented, this is the folder that will be.
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

    /// What has a page and this path.
    fn items(&self, path: &[&str]) -> Vec<Item> {
        let Some((name, modules)) = path.split_last() else {
            return Vec::new();
        };
        let folder: String = modules.iter().map(|name| format!("{name}/")).collect();
        // Not by the name of a file: some systems do not know small letters from capital ones.
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

    /// The methods, variants, fields and so on with this name on the page of an item.
    fn members(&self, page: &str, name: &str) -> Vec<Item> {
        let text = self.text(page).unwrap_or_default();
        let items = text.split(" id=\"").skip(1).filter_map(|rest| {
            let (id, _) = rest.split_once('"')?;
            let (kind, rest) = id.split_once('.')?;
            // The second method of a name has `-1` behind it.
            let number = rest.strip_prefix(name)?;
            if !number.is_empty() {
                number.strip_prefix('-')?.parse::<usize>().ok()?;
            }
            let (kind, page) = (kind.to_owned(), format!("{page}#{id}"));
            Some(Item { kind, page })
        });
        items.collect()
    }

    /// The text of a page; none if it only leads to the page of a re-export.
    fn text(&self, page: &str) -> Option<String> {
        let text = fs::read_to_string(self.folder.join(page)).ok()?;
        (!text.contains("http-equiv=\"refresh\"")).then_some(text)
    }
}
