//! What makes the folder of a student a workspace that compiles: the companion crate, the versions of
//! all others, and, if wanted, these themselves.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use dialect::Source;
use toml::{Table, Value};

use super::task::Task;
use crate::{Error, companion, manifest, tree};

/// The companion crate in the handout.
pub(super) const ATTENTION: &str = "attention";
pub(super) const VENDOR: &str = "vendor";

/// Where cargo finds the crates of the folder `vendor`.
const CONFIG: &str = "[source.crates-io]\nreplace-with = \"vendored-sources\"\n\n\
                      [source.vendored-sources]\ndirectory = \"vendor\"\n";

/// Writes into `folder` all that the workspaces of all students have in common.
pub(super) fn write(
    root: &Path,
    tasks: &[Task],
    vendor: bool,
    folder: &Path,
) -> Result<(), Error> {
    companion::write(root, &folder.join(ATTENTION))?;
    let book: Table = dialect::parse_toml(&Source::read(root, "Cargo.toml")?)?;
    let lock = Source::read(root, "Cargo.lock")?.text;
    tree::write(folder, "Cargo.lock", &lock)?;
    let workspace = workspace(root, tasks)?;
    tree::write(folder, "Cargo.toml", &workspace)?;
    resolve(folder, tasks, vendor)?;
    if vendor {
        tree::write(folder, ".cargo/config.toml", CONFIG)?;
    }
    let lock: Table = dialect::parse_toml(&Source::read(folder, "Cargo.lock")?)?;
    let profiles = profiles(&book, &locked(&lock));
    tree::write(folder, "Cargo.toml", &format!("{workspace}\n{profiles}"))?;
    Ok(())
}

/// Gives a student what [`write()`] made.
pub(super) fn copy(common: &Path, folder: &Path) -> Result<(), Error> {
    for file in tree::files(common)? {
        let (from, to) = (common.join(&file), folder.join(&file));
        match file.starts_with(VENDOR) {
            true => tree::link(&from, &to)?,
            false => tree::copy(&from, &to)?,
        }
    }
    Ok(())
}

/// Lets cargo remove from the lock file what is not needed, and copy what is. Meanwhile it sees the
/// packages of the exercises.
fn resolve(folder: &Path, tasks: &[Task], vendor: bool) -> Result<(), Error> {
    let with_code = || tasks.iter().filter(|task| task.exercise.code.is_some());
    for Task { exercise, .. } in with_code() {
        let id = &exercise.id;
        let text = manifest::package(exercise);
        tree::write(folder, &format!("{id}/Cargo.toml"), &text)?;
        tree::write(folder, &format!("{id}/src/lib.rs"), "")?;
    }
    let arguments = match vendor {
        true => vec!["vendor", "--quiet", VENDOR],
        false => vec!["metadata", "--format-version", "1"],
    };
    // All is there if the crates of all systems have been downloaded once.
    if cargo(folder, &arguments, &["--offline"])?.is_err() {
        cargo(folder, &arguments, &[])?.map_err(|said| {
            let words: Vec<_> = said.split_whitespace().collect();
            let (command, said) = (arguments[0], words.join(" "));
            Error::Tool(format!("cargo {command} failed: {said}"))
        })?;
    }
    for task in with_code() {
        let id = folder.join(&task.exercise.id);
        fs::remove_dir_all(&id).map_err(Error::file(id, "cannot remove"))?;
    }
    Ok(())
}

/// Calls cargo. The inner error is what it said.
fn cargo(
    folder: &Path,
    arguments: &[&str],
    more: &[&str],
) -> Result<Result<(), String>, Error> {
    let program = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(program)
        .args(arguments)
        .args(more)
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .map_err(|error| Error::Tool(format!("cargo cannot be run: {error}")))?;
    Ok(match output.status.success() {
        true => Ok(()),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    })
}

/// The manifest of the workspace, without profiles.
fn workspace(root: &Path, tasks: &[Task]) -> Result<String, Error> {
    let code = tasks.iter().filter(|task| task.exercise.code.is_some());
    let ids: Vec<_> = code
        .map(|task| format!("    \"{}\",\n", task.exercise.id))
        .collect();
    let members = ids.concat();
    let dependencies = manifest::dependencies(root, ATTENTION)?;
    Ok(format!(
        "[workspace]\nresolver = \"3\"\nmembers = [\n    \"{ATTENTION}\",\n{members}]\n\
         # Your exercises: `cargo test` tests them all.\ndefault-members = [\n{members}]\n\n\
         [workspace.dependencies]\n{dependencies}"
    ))
}

/// The profiles of the book for the packages that are there.
fn profiles(book: &Table, packages: &BTreeSet<String>) -> String {
    let Some(mut profiles) = book.get("profile").cloned() else {
        return String::new();
    };
    if let Value::Table(profiles) = &mut profiles {
        for (_, profile) in profiles.iter_mut() {
            if let Some(Value::Table(of_package)) = profile.get_mut("package") {
                of_package.retain(|name, _| name == "*" || packages.contains(name));
            }
        }
    }
    let profiles = Table::from_iter([("profile".to_owned(), profiles)]);
    profiles.to_string()
}

/// The names of the packages in a lock file.
fn locked(lock: &Table) -> BTreeSet<String> {
    let packages = lock.get("package").and_then(Value::as_array);
    let packages = packages.into_iter().flatten();
    packages
        .filter_map(|package| Some(package.get("name")?.as_str()?.to_owned()))
        .collect()
}

/// Which parts of the folder of a student are copies.
pub(super) fn copied() -> [PathBuf; 2] {
    [ATTENTION.into(), VENDOR.into()]
}
