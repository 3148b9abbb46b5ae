//! What makes the folder of a student a workspace that compiles: the companion crate, the versions of
//! all others, and, if wanted, these themselves.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use dialect::{Exercise, Source};
use toml::{Table, Value};

use super::task::Task;
use crate::toolchain::{run, rust_program};
use crate::{Error, companion, tree};

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
    let read = |folder, file: &str| Source::read(folder, file);
    tree::write(folder, "Cargo.lock", &read(root, "Cargo.lock")?.text)?;
    let mut exercises: Vec<_> = tasks.iter().map(|task| &task.exercise).collect();
    exercises.retain(|one| one.code.is_some());
    let member = |one: &&Exercise| format!("    \"{}\",\n", one.id);
    let members: String = exercises.iter().map(member).collect();
    let dependencies = companion::dependencies(root, ATTENTION)?;
    let workspace = format!(
        "[workspace]\nresolver = \"3\"\nmembers = [\n    \"{ATTENTION}\",\n{members}]\n\
         # Your exercises: `cargo test` tests them all.\ndefault-members = [\n{members}]\n\n\
         [workspace.dependencies]\n{dependencies}"
    );
    tree::write(folder, "Cargo.toml", &workspace)?;
    resolve(folder, &exercises, vendor)?;
    if vendor {
        tree::write(folder, ".cargo/config.toml", CONFIG)?;
    }
    let book: Table = dialect::parse_toml(&read(root, "Cargo.toml")?)?;
    let lock: Table = dialect::parse_toml(&read(folder, "Cargo.lock")?)?;
    let profiles = profiles(&book, &lock);
    tree::write(folder, "Cargo.toml", &format!("{workspace}\n{profiles}"))
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
fn resolve(folder: &Path, exercises: &[&Exercise], vendor: bool) -> Result<(), Error> {
    for exercise in exercises {
        let package = folder.join(&exercise.id);
        tree::write(&package, "Cargo.toml", &companion::package(exercise))?;
        for empty in ["src/lib.rs", "tests/complete.rs"] {
            tree::write(&package, empty, "")?;
        }
    }
    let arguments: &[_] = match vendor {
        true => &["vendor", "--quiet", VENDOR],
        false => &["metadata", "--format-version", "1"],
    };
    let cargo = || {
        let mut cargo = Command::new(rust_program("CARGO", "cargo"));
        cargo.args(arguments).current_dir(folder);
        cargo
    };
    // All is there if the crates of all systems have been downloaded once.
    if !run(cargo().arg("--offline"))?.0 {
        let (resolved, said) = run(&mut cargo())?;
        if !resolved {
            let words: Vec<_> = said.split_whitespace().collect();
            let (command, said) = (arguments[0], words.join(" "));
            return Err(Error::Failed(format!("cargo {command} failed: {said}")));
        }
    }
    for exercise in exercises {
        let package = folder.join(&exercise.id);
        let removed = fs::remove_dir_all(&package);
        removed.map_err(Error::file(package, "cannot remove"))?;
    }
    Ok(())
}

/// The profiles of the book for the packages of a lock file.
fn profiles(book: &Table, lock: &Table) -> String {
    let packages = lock.get("package").and_then(Value::as_array);
    let names = packages.into_iter().flatten();
    let names: BTreeSet<_> =
        names.filter_map(|one| one.get("name")?.as_str()).collect();
    let mut profiles = book.get("profile").cloned();
    let all = profiles.as_mut().and_then(Value::as_table_mut);
    for (_, profile) in all.into_iter().flatten() {
        if let Some(Value::Table(of_package)) = profile.get_mut("package") {
            of_package.retain(|name, _| name == "*" || names.contains(name));
        }
    }
    let profiles = profiles.map(|profiles| ("profile".to_owned(), profiles));
    Table::from_iter(profiles).to_string()
}
