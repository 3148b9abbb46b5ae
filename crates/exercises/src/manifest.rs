//! Manifests of packages that hold an exercise.

use std::path::Path;

use dialect::{Exercise, Problem, Source};

use crate::{Error, LIBRARIES};

/// The lines of `[workspace.dependencies]` for all libraries of exercises, with the versions of the book
/// and the companion crate at `companion`.
pub(crate) fn dependencies(root: &Path, companion: &str) -> Result<String, Error> {
    let source = Source::read(root, "Cargo.toml")?;
    let manifest: toml::Table = dialect::parse_toml(&source)?;
    let listed = manifest
        .get("workspace")
        .and_then(|workspace| workspace.get("dependencies"));
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
