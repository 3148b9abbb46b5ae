//! The packages that leave the book: the companion crate and its dependencies.

use std::path::Path;

use dialect::Source;
use toml::{Table, Value};

use crate::toolchain::LIBRARIES;
use crate::{Error, tree};

/// The crates, with their folders inside the last one, which is their workspace.
const CRATES: [(&str, &str); 4] = [
    ("engine", "engine"),
    ("translation", "translation"),
    ("laboratory", "laboratory"),
    ("attention", ""),
];

/// The folder with the trained models that are compiled into the crate `laboratory`.
const MODELS: &str = "models";

/// The path to the models, from the crate in the book and from the written crate.
const PLACES: [&str; 2] = ["\"/../../models/\"", "\"/../models/\""];

/// Sections of a manifest without a use for students.
const DROPPED: [&str; 4] = ["[dev-dependencies]", "[lints]", "[[bench]]", "[[test]]"];

/// The only lint that students need: without it, the compiler warns of the name.
const LINTS: &str = "\n[lints.rust]\n\
                     unexpected_cfgs = { level = \"warn\", check-cfg = ['cfg(real_f64)'] }\n\n";

const LIBRARY: &str = "[lib]\n# Its tests need crates that are not here.\n\
                       test = false\ndoctest = false\n";

/// Writes the crates into `folder`, with their sources, manifests, embedded models, and licenses.
pub(super) fn write(root: &Path, folder: &Path) -> Result<(), Error> {
    let mut manifests = String::new();
    for (name, place) in CRATES {
        let (source, package) = (format!("crates/{name}"), folder.join(place));
        let original = root.join(&source);
        for file in tree::files(&original.join("src"))? {
            if file.extension().is_some_and(|it| it == "rs") {
                let Source { file, text } =
                    Source::read(&original, format!("src/{}", file.display()))?;
                tree::write(&package, &file, &text.replace(PLACES[0], PLACES[1]))?;
            }
        }
        let manifest = Source::read(root, format!("{source}/Cargo.toml"))?.text;
        let sections = manifest.split_inclusive("\n\n");
        let kept = sections.filter(|it| !it.lines().any(|line| DROPPED.contains(&line)));
        let mut manifest = kept.collect::<String>().replace("[lib]\n", LIBRARY);
        manifest += LINTS;
        manifests += &manifest;
        if place.is_empty() {
            let inherited = |name: &str| manifests.contains(&format!("\n{name}.workspace"));
            manifest += &format!(
                "[workspace]\nmembers = [\"laboratory\"]\n\n[workspace.package]\n{}\n\
                 [workspace.dependencies]\nattention = {{ path = \".\" }}\n{}",
                shared(root, "package", |_| true)?,
                shared(root, "dependencies", |name| { name != "attention" && inherited(name) })?
            );
        }
        tree::write(&package, "Cargo.toml", &manifest)?;
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

/// Returns the lines of `[workspace.dependencies]` for all libraries of exercises, with the
/// versions of the book. The companion crate is in the folder `attention`, and `laboratory` inside
/// it.
pub(super) fn dependencies(root: &Path) -> Result<String, Error> {
    let lines = shared(root, "dependencies", |name| LIBRARIES.contains(&name))?;
    Ok(lines.replace("\"laboratory\"", "\"attention/laboratory\""))
}

/// Returns lines of a table that packages of the book inherit. Its crates are next to the manifest.
fn shared(root: &Path, table: &str, wanted: impl Fn(&str) -> bool) -> Result<String, Error> {
    let book: Table = dialect::parse_toml(&Source::read(root, "Cargo.toml")?)?;
    let workspace = book.get("workspace").and_then(|it| it.get(table));
    let lines = workspace.and_then(Value::as_table).into_iter().flatten();
    let lines = lines.filter(|(name, _)| wanted(name));
    let lines = lines.map(|(name, value)| format!("{name} = {value}\n"));
    Ok(lines.collect::<String>().replace("\"crates/", "\""))
}
