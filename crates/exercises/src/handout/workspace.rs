//! The parts that make a student's folder a workspace: the companion crate, the versions of all
//! other crates, and optionally their sources.

use std::path::Path;
use std::process::Command;

use dialect::{Exercise, Source};
use toml::{Table, Value};

use super::companion;
use super::task::Task;
use crate::toolchain::{run, rust_program};
use crate::{Error, tree};

const ATTENTION: &str = "attention";
const VENDOR: &str = "vendor";

const WORKSPACE: &str = include_str!("workspace/workspace.txt");
const PACKAGE: &str = include_str!("workspace/package.txt");
/// Tells cargo to use the crates of the folder `vendor`.
const CONFIG: &str = include_str!("workspace/config.txt");

/// A test that fails if another does not finish.
const COMPLETE: &str = include_str!("complete.rs");

/// Writes the files that the workspaces of all students share into `folder`.
pub(super) fn write(root: &Path, tasks: &[Task], vendor: bool, folder: &Path) -> Result<(), Error> {
    companion::write(root, &folder.join(ATTENTION))?;
    let lock = Source::read(root, "Cargo.lock")?;
    tree::write(folder, "Cargo.lock", &lock.text)?;
    let mut members = String::new();
    for Exercise { id, code, .. } in tasks.iter().map(|task| &task.exercise) {
        if code.is_some() {
            members += &format!("    \"{id}\",\n");
            let member = folder.join(id);
            tree::write(&member, "Cargo.toml", &PACKAGE.replace("{id}", id))?;
            tree::write(&member, "tests/complete.rs", COMPLETE)?;
            // Cargo requires a library; the one of each student replaces it.
            tree::write(&member, "src/lib.rs", "")?;
        }
    }
    let workspace = WORKSPACE.replace("{members}", &members);
    let dependencies = companion::dependencies(root)?;
    let workspace = workspace.replace("{dependencies}", &dependencies);
    tree::write(folder, "Cargo.toml", &workspace)?;
    resolve(folder, vendor)?;
    if vendor {
        tree::write(folder, ".cargo/config.toml", CONFIG)?;
    }
    let book: Table = dialect::parse_toml(&Source::read(root, "Cargo.toml")?)?;
    let profiles = profiles(book, &Source::read(folder, "Cargo.lock")?.text);
    tree::write(folder, "Cargo.toml", &format!("{workspace}\n{profiles}"))
}

/// Copies the output of [`write()`] to a student.
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

/// Removes unused crates from the lock file and optionally copies the others.
fn resolve(folder: &Path, vendor: bool) -> Result<(), Error> {
    let arguments: &[_] = match vendor {
        true => &["vendor", "--quiet", VENDOR],
        false => &["metadata", "--format-version", "1"],
    };
    let cargo = || {
        let mut cargo = Command::new(rust_program("CARGO", "cargo"));
        cargo.args(arguments).current_dir(folder);
        cargo
    };
    // Succeeds if the crates for all systems were downloaded before.
    if !run(cargo().arg("--offline"))?.0 {
        let (resolved, said) = run(&mut cargo())?;
        if !resolved {
            let words: Vec<_> = said.split_whitespace().collect();
            let (command, said) = (arguments[0], words.join(" "));
            return Err(Error::Failed(format!("cargo {command} failed: {said}")));
        }
    }
    Ok(())
}

/// Returns the book's profiles for packages in the lock file.
fn profiles(mut book: Table, lock: &str) -> String {
    let profiles = book.get_mut("profile").and_then(Value::as_table_mut);
    for (_, profile) in profiles.into_iter().flatten() {
        if let Some(Value::Table(packages)) = profile.get_mut("package") {
            let locked = |name: &str| lock.contains(&format!("\nname = \"{name}\"\n"));
            packages.retain(|name, _| name == "*" || locked(name));
        }
    }
    book.retain(|key, _| key == "profile");
    book.to_string()
}
