//! The API documentation of the companion crate: rustdoc's pages, and the page of each item.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use regex::Regex;

use crate::{Book, Error, kept, patience, site};

/// Where the documentation stands in the site.
pub(crate) const FOLDER: &str = "api";

/// What rustdoc has written.
pub(crate) struct Api {
    /// The folder that rustdoc wrote.
    pub(crate) folder: PathBuf,
}

/// Lets rustdoc document the package that `book.toml` names, if it names one and its sources changed.
///
/// rustdoc prints what it has to say itself. It has a target folder of its own: it can use nothing of
/// what a build compiles, a server does not wait for the tests of the reader, and the pages are of this
/// one crate even if the reader has documented others.
///
/// # Errors
///
/// [`Error::Api`] if rustdoc fails or warns.
pub(crate) fn document(book: &Book) -> Result<Option<Api>, Error> {
    let Some(package) = &book.api else {
        return Ok(None);
    };
    let target = book.kept("api");
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
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
    let status = patience::telling(&what, || command.status())
        .map_err(|error| Error::Api(format!("cargo cannot be run: {error}")))?;
    if !status.success() {
        return Err(Error::Api("rustdoc found a mistake (see above)".into()));
    }
    let api = Api::documented(book);
    if let Some(api) = &api {
        api.check(&target.join("checked"))?;
    }
    Ok(api)
}

/// The folders of the packages whose sources the documentation is made of: the one that `book.toml`
/// names, and those below the book that it stands on.
pub(crate) fn packages(book: &Book) -> Vec<PathBuf> {
    let Some(package) = &book.api else {
        return Vec::new();
    };
    let folder = book.root.join(package);
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let tree = Command::new(cargo)
        .args(["tree", "--quiet", "--offline", "--locked", "--edges=normal"])
        .args(["--prefix=none", "--manifest-path"])
        .arg(folder.join("Cargo.toml"))
        .output();
    // A manifest that cannot be read is reported by rustdoc.
    let tree = tree.map_or(Vec::new(), |tree| tree.stdout);
    let tree = String::from_utf8_lossy(&tree);
    // `attention v0.1.0 (/book/crates/attention)`
    let paths = tree
        .lines()
        .filter_map(|line| line.split_once(" (")?.1.split(')').next());
    let mut packages: Vec<_> = paths.map(PathBuf::from).collect();
    packages.retain(|path| path.starts_with(&book.root) && *path != folder);
    packages.push(folder);
    packages
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

    /// Looks at the pages, unless they have been looked at since they were written.
    fn check(&self, kept: &Path) -> Result<(), Error> {
        let mut files = Vec::new();
        site::list(&self.folder, &mut files)?;
        let written = files.iter().map(|file| fs::metadata(file)?.modified());
        let key = format!(
            "{} {} {:?}",
            kept::program(),
            files.len(),
            written.filter_map(Result::ok).max()
        );
        if kept::read(kept, &key).is_none() {
            site::check_api(&self.folder, &files)?;
            kept::write(kept, &key, "")?;
        }
        Ok(())
    }

    /// The page of an item, from the root of the site, with the fragment of a method or a field.
    ///
    /// `item` is a path as in Rust. If it names several things, `kind@` in front chooses one.
    pub(crate) fn page(&self, item: &str) -> Result<String, String> {
        let (kind, path) = match item.split_once('@') {
            Some((kind, path)) => (Some(kind), path),
            None => (None, item),
        };
        let parts: Vec<_> = path.split("::").collect();
        let mut found = self.items(&parts);
        if let Some((name, owner)) = parts.split_last() {
            for owner in self.items(owner) {
                found.extend(self.members(&owner.page, name));
            }
        }
        found.retain(|item| kind.is_none_or(|kind| kind == item.kind));
        match found.as_slice() {
            [] => Err(format!("the API documentation has no `{item}`")),
            [item] => Ok(format!("{FOLDER}/{}", item.page)),
            several => {
                let mut choices: Vec<_> = several
                    .iter()
                    .map(|item| format!("`{}@{path}`", item.kind))
                    .collect();
                choices.sort();
                Err(format!("`{item}` is one of {}", choices.join(", ")))
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
        let entries = fs::read_dir(self.folder.join(&folder));
        let names = entries.into_iter().flatten().filter_map(|entry| {
            let name = entry.ok()?.file_name();
            name.into_string().ok()
        });
        names
            .filter_map(|file| {
                let (kind, file) = if file == *name {
                    ("mod", format!("{file}/index.html"))
                } else {
                    let kind = file.strip_suffix(".html")?.strip_suffix(name)?;
                    (kind.strip_suffix('.')?, file.clone())
                };
                let (kind, page) = (kind.to_owned(), format!("{folder}{file}"));
                self.text(&page).map(|_| Item { kind, page })
            })
            .collect()
    }

    /// The methods, variants, fields and so on with this name on the page of an item.
    fn members(&self, page: &str, name: &str) -> Vec<Item> {
        let name = regex::escape(name);
        let id = Regex::new(&format!(r#" id="(([a-z]+)\.{name}(-\d+)?)""#));
        let id = id.expect("the name is escaped");
        let text = self.text(page).unwrap_or_default();
        id.captures_iter(&text)
            .map(|found| Item {
                kind: found[2].to_owned(),
                page: format!("{page}#{}", &found[1]),
            })
            .collect()
    }

    /// The text of a page; none if it only leads to the page of a re-export.
    fn text(&self, page: &str) -> Option<String> {
        let text = fs::read_to_string(self.folder.join(page)).ok()?;
        (!text.contains("http-equiv=\"refresh\"")).then_some(text)
    }
}
