//! What leaves the book as packages: the companion crate, those it stands on, and the code of an exercise.

use std::path::Path;

use dialect::{Exercise, Problem, Source};
use toml::{Table, Value};

use crate::{Error, LIBRARIES, tree};

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
const DROPPED: [&str; 5] = ["dev-dependencies", "lints", "bench", "test", "example"];

/// Writes the crates into `folder`: their sources, the models that are compiled in, the licenses, and
/// manifests that inherit nothing.
pub(crate) fn write(root: &Path, folder: &Path) -> Result<(), Error> {
    let book: Table = dialect::parse_toml(&Source::read(root, "Cargo.toml")?)?;
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
    for file in tree::files(&sources)? {
        if file.extension().is_none_or(|it| it != "rs") {
            continue;
        }
        let name = Path::new("src").join(&file);
        let text = tree::read(&sources.join(file))?.replace(PLACES[0], PLACES[1]);
        tree::write(folder, &name.to_string_lossy(), &text)?;
    }
    Ok(())
}

fn manifest(root: &Path, name: &str, book: &Table) -> Result<String, Error> {
    let source = Source::read(root, format!("crates/{name}/Cargo.toml"))?;
    let mut manifest: Table = dialect::parse_toml(&source)?;
    let wrong = |message| Problem::new(&source.file, 1, message);
    let Some(Value::Table(mut package)) = manifest.remove("package") else {
        return Err(wrong("no [package]".to_owned()).into());
    };
    let shared = |key| book.get("workspace").and_then(|shared| shared.get(key));
    inherit(&mut package, shared("package")).map_err(wrong)?;
    stand_alone(&mut manifest, name, shared("dependencies")).map_err(wrong)?;
    // Its tests need crates that are not here.
    let library =
        ["test", "doctest", "bench"].map(|key| (key.to_owned(), false.into()));
    manifest.insert("lib".into(), Table::from_iter(library).into());
    let package = Table::from_iter([("package".to_owned(), package.into())]);
    Ok(format!("{package}\n{manifest}"))
}

/// Leaves what students need of a manifest, or of its part for some machines.
fn stand_alone(
    manifest: &mut Table,
    from: &str,
    shared: Option<&Value>,
) -> Result<(), String> {
    manifest.retain(|key, _| !DROPPED.contains(&key));
    let tables = manifest.iter_mut();
    let tables = tables.filter_map(|(key, value)| Some((key, value.as_table_mut()?)));
    for (key, table) in tables {
        if key.ends_with("dependencies") {
            inherit(table, shared)?;
            for (name, dependency) in table.iter_mut() {
                if let Some(path) = dependency.get_mut("path") {
                    *path = place(name, from)?.into();
                }
            }
        } else if key == "target" {
            for machines in table.iter_mut().filter_map(|(_, one)| one.as_table_mut()) {
                stand_alone(machines, from, shared)?;
            }
        }
    }
    Ok(())
}

fn place(name: &str, from: &str) -> Result<String, String> {
    let missing = "is a crate of the book that a handout does not have";
    let mut crates = CRATES.iter();
    let found = crates.find(|(known, _)| *known == name);
    let (_, place) = found.ok_or_else(|| format!("`{name}` {missing}"))?;
    let up = if from == CRATES[0].0 { "" } else { "../" };
    Ok(format!("{up}{place}"))
}

/// Puts values of the workspace in place of `key.workspace = true`.
fn inherit(table: &mut Table, shared: Option<&Value>) -> Result<(), String> {
    for (key, value) in table.iter_mut() {
        if value.get("workspace").and_then(Value::as_bool) != Some(true) {
            continue;
        }
        if value.as_table().is_some_and(|fields| fields.len() > 1) {
            let rule = "adds something to the workspace: list it there";
            return Err(format!("`{key}` {rule}"));
        }
        let inherited = shared.and_then(|shared| shared.get(key));
        let inherited =
            inherited.ok_or_else(|| format!("the workspace has no `{key}`"))?;
        *value = inherited.clone();
    }
    Ok(())
}

/// The lines of `[workspace.dependencies]` for all libraries of exercises, with the versions of the book
/// and the companion crate at `companion`.
pub(crate) fn dependencies(root: &Path, companion: &str) -> Result<String, Error> {
    let source = Source::read(root, "Cargo.toml")?;
    let manifest: Table = dialect::parse_toml(&source)?;
    let workspace = manifest.get("workspace");
    let listed = workspace.and_then(|workspace| workspace.get("dependencies"));
    let mut text = String::new();
    for name in LIBRARIES {
        let version = listed.and_then(|listed| listed.get(name));
        let version = version.ok_or_else(|| {
            let message = format!("[workspace.dependencies] does not list {name}");
            Problem::new(&source.file, 1, message)
        })?;
        text += &match name {
            "attention" => format!("{name} = {{ path = {companion:?} }}\n"),
            _ => format!("{name} = {version}\n"),
        };
    }
    Ok(text)
}

/// The manifest of the package of an exercise, in a workspace that has [`dependencies`].
pub(crate) fn package(exercise: &Exercise) -> String {
    let libraries = LIBRARIES.map(|library| format!("{library}.workspace = true\n"));
    format!(
        "[package]\nname = \"{}\"\nversion = \"0.0.0\"\nedition = \"2024\"\npublish = false\n\n\
         [[test]]\nname = \"complete\"\npath = \"tests/complete.rs\"\nharness = false\n\n\
         [dependencies]\n{}",
        exercise.id,
        libraries.concat()
    )
}
