//! The companion crate, and those it stands on, as packages that need neither the book nor its workspace.

use std::fs;
use std::path::{Path, PathBuf};

use dialect::{Problem, Source};
use toml::{Table, Value};

use crate::{Error, tree};

/// The crates, and where they lie in the folder of the first.
const CRATES: [(&str, &str); 3] = [
    ("attention", ""),
    ("engine", "engine"),
    ("translation", "translation"),
];

/// The folder with the trained models that are compiled into the first crate.
const MODELS: &str = "models";

/// Where it lies from the crate in the book, and from the crate that is written.
const PLACES: [&str; 2] = ["\"/../../models/\"", "\"/models/\""];

/// Keys of a manifest that have no meaning for students.
const DROPPED: [&str; 6] = [
    "dev-dependencies",
    "lints",
    "bench",
    "test",
    "example",
    "package",
];

/// Writes the crates into `folder`: their sources, the models that are compiled in, the licenses, and
/// manifests that inherit nothing.
///
/// # Errors
///
/// [`Error::Problems`] for what is wrong in a manifest of the book, and [`Error::File`].
pub(crate) fn write(root: &Path, folder: &Path) -> Result<(), Error> {
    let book = table(root, "Cargo.toml")?;
    for (name, place) in CRATES {
        let folder = folder.join(place);
        copy_sources(&root.join("crates").join(name), &folder)?;
        tree::write(&folder, "Cargo.toml", &manifest(root, name, &book)?)?;
    }
    let models = root.join(MODELS);
    if models.is_dir() {
        for file in tree::files(&models)? {
            tree::copy(&models.join(&file), &folder.join(MODELS).join(&file))?;
        }
    }
    for license in ["LICENSE-MIT", "LICENSE-APACHE"] {
        tree::write(folder, license, &Source::read(root, license)?.text)?;
    }
    Ok(())
}

/// Copies what is written in Rust, and says where the models lie now.
fn copy_sources(package: &Path, folder: &Path) -> Result<(), Error> {
    let sources = package.join("src");
    let rust = |file: &PathBuf| file.extension().is_some_and(|it| it == "rs");
    for file in tree::files(&sources)?.into_iter().filter(rust) {
        let (from, to) = (sources.join(&file), folder.join("src").join(&file));
        let text =
            fs::read_to_string(&from).map_err(Error::file(&from, "cannot read"))?;
        if text.contains(PLACES[0]) {
            let name = Path::new("src").join(&file);
            let name = name.to_string_lossy();
            tree::write(folder, &name, &text.replace(PLACES[0], PLACES[1]))?;
        } else {
            tree::copy(&from, &to)?;
        }
    }
    Ok(())
}

fn table(root: &Path, file: &str) -> Result<Table, Problem> {
    dialect::parse_toml(&Source::read(root, file)?)
}

/// The manifest of a crate, for a workspace that is not the book.
fn manifest(root: &Path, name: &str, book: &Table) -> Result<String, Error> {
    let file = format!("crates/{name}/Cargo.toml");
    let mut manifest = table(root, &file)?;
    let wrong = |message: String| Error::from(Problem::new(&file, 1, message));
    let empty = Table::new();
    let shared = book
        .get("workspace")
        .and_then(Value::as_table)
        .unwrap_or(&empty);
    let mut package = manifest
        .get("package")
        .and_then(Value::as_table)
        .cloned()
        .ok_or_else(|| wrong("no [package]".into()))?;
    let of_book = shared
        .get("package")
        .and_then(Value::as_table)
        .unwrap_or(&empty);
    inherit(&mut package, of_book).map_err(wrong)?;
    manifest.retain(|key, _| !DROPPED.contains(&key));
    let of_book = shared
        .get("dependencies")
        .and_then(Value::as_table)
        .unwrap_or(&empty);
    let targets = manifest.get("target").and_then(Value::as_table).cloned();
    for target in targets.iter().flat_map(Table::keys) {
        if let Some(Value::Table(target)) = manifest["target"].get_mut(target) {
            target.retain(|key, _| !DROPPED.contains(&key));
            resolved(target, name, of_book).map_err(wrong)?;
        }
    }
    resolved(&mut manifest, name, of_book).map_err(wrong)?;
    // Its tests need crates that are not here.
    let library = Table::from_iter(
        ["test", "doctest", "bench"].map(|key| (key.to_owned(), Value::Boolean(false))),
    );
    manifest.insert("lib".into(), Value::Table(library));
    let package = Table::from_iter([("package".to_owned(), Value::Table(package))]);
    Ok(format!("{package}\n{manifest}"))
}

/// Puts values of the workspace in place of `key.workspace = true` in the dependencies of `manifest`.
fn resolved(manifest: &mut Table, from: &str, of_book: &Table) -> Result<(), String> {
    for kind in ["dependencies", "build-dependencies"] {
        if let Some(Value::Table(dependencies)) = manifest.get_mut(kind) {
            inherit(dependencies, of_book)?;
            for (name, dependency) in dependencies.iter_mut() {
                if let Some(path) = dependency.get_mut("path") {
                    *path = place(name, from)?.into();
                }
            }
        }
    }
    Ok(())
}

/// Where a crate lies from another one.
fn place(name: &str, from: &str) -> Result<String, String> {
    let of = |name| CRATES.iter().find(|(known, _)| *known == name);
    let (_, place) = of(name).ok_or_else(|| {
        format!("`{name}` is a crate of the book that a handout does not have")
    })?;
    let up = of(from).is_some_and(|(_, place)| !place.is_empty());
    Ok(format!("{}{place}", if up { "../" } else { "" }))
}

/// Puts values of the workspace in place of `key.workspace = true`.
fn inherit(table: &mut Table, workspace: &Table) -> Result<(), String> {
    for (key, value) in table.iter_mut() {
        let inherits = value.get("workspace").and_then(Value::as_bool) == Some(true);
        if !inherits {
            continue;
        }
        if value.as_table().is_some_and(|fields| fields.len() > 1) {
            return Err(format!(
                "`{key}` adds something to the workspace: list it there"
            ));
        }
        let inherited = workspace.get(key);
        *value = inherited
            .ok_or_else(|| format!("the workspace has no `{key}`"))?
            .clone();
    }
    Ok(())
}
