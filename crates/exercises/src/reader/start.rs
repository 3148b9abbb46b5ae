//! What a reader starts from.

use std::fs;
use std::path::{Path, PathBuf};

use dialect::{Exercise, Values, View};

use super::{ANSWERS, FOLDER, folder};
use crate::{Error, handout, manifest, tree};

/// Writes what a reader starts from and returns the file to edit.
///
/// # Errors
///
/// [`Error::Exists`] if the exercise was started before: it is left as it is.
pub fn start(
    root: &Path,
    library: &dialect::Library,
    exercise: &Exercise,
) -> Result<PathBuf, Error> {
    let target = folder(root, exercise);
    if target.exists() {
        return Err(Error::Exists {
            path: target,
            advice: "to start again, rename or delete it",
        });
    }
    let prompt = exercise.filled(&exercise.prompt, &Values::new());
    let prompt = handout::Readable::new(root, library)?.text(&prompt)?;
    let solutions = root.join(FOLDER);
    let answers = solutions.join(ANSWERS);
    fs::create_dir_all(&answers).map_err(Error::file(&answers, "cannot create"))?;
    if !solutions.join("Cargo.toml").exists() {
        // The versions that the book was tested with.
        tree::copy(&root.join("Cargo.lock"), &solutions.join("Cargo.lock"))?;
        tree::write(&solutions, "Cargo.toml", &workspace_manifest(root)?)?;
    }
    let staging = tempfile::Builder::new()
        .prefix(".start-")
        .tempdir_in(&answers)
        .map_err(Error::file(&answers, "cannot write"))?;
    let fresh = staging.path().join(&exercise.id);
    let file = files(exercise, &prompt, &fresh)?;
    fs::rename(&fresh, &target).map_err(Error::file(&target, "cannot write"))?;
    Ok(target.join(file))
}

/// Writes the files of one exercise and returns the one to edit, relative to `folder`.
fn files(
    exercise: &Exercise,
    prompt: &str,
    folder: &Path,
) -> Result<&'static str, Error> {
    let values = Values::new();
    let title = &exercise.metadata.title;
    tree::write(folder, "README.md", &format!("# {title}\n\n{prompt}"))?;
    let Some(code) = &exercise.code else {
        tree::write(folder, "answer.md", &format!("# {title}\n"))?;
        return Ok("answer.md");
    };
    tree::write(folder, "Cargo.toml", &manifest::package(exercise))?;
    let stub = code.library.render(View::Stub, &values);
    tree::write(folder, "src/lib.rs", &stub)?;
    let public = code.public.render(View::Solved, &values);
    tree::write(folder, "tests/public.rs", &public)?;
    tree::write(folder, "src/main.rs", &main_file(exercise))?;
    Ok("src/lib.rs")
}

fn workspace_manifest(root: &Path) -> Result<String, Error> {
    let dependencies = manifest::dependencies(root, "../crates/attention")?;
    Ok(format!(
        "# Your solutions. `cargo exercise check` tests them; `cargo test` works here, too.\n\
         [workspace]\nresolver = \"3\"\nmembers = [\"*\"]\nexclude = [\"{ANSWERS}\", \"target\"]\n\n\
         # The libraries of the book are slow without optimization.\n\
         [profile.dev.package.\"*\"]\nopt-level = 3\n\n\
         [workspace.dependencies]\n{dependencies}"
    ))
}

/// Where a reader tries what they have written.
fn main_file(exercise: &Exercise) -> String {
    let (id, name) = (&exercise.id, exercise.crate_name());
    format!(
        "//! A place to try your code: `cargo exercise run {id}`.\n\n\
         fn main() {{\n    println!(\"Call the functions of {name} here.\");\n}}\n"
    )
}
