//! A project outside the book uses the companion crate from git, as the README shows.

use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use dialect::Source;

use crate::root;

/// Creates a home for cargo that shares everything with the usual one but checkouts, which would
/// fill it with a copy of the book for each commit.
fn home_without_checkouts(home: &Path) {
    let usual = env::var_os("CARGO_HOME").map(PathBuf::from);
    let usual = usual.unwrap_or_else(|| env::home_dir().unwrap().join(".cargo"));
    if home.exists() {
        fs::remove_dir_all(home).unwrap();
    }
    fs::create_dir_all(home).unwrap();
    for entry in fs::read_dir(usual).unwrap().map(Result::unwrap) {
        if entry.file_name() != "git" {
            symlink(entry.path(), home.join(entry.file_name())).unwrap();
        }
    }
}

#[test]
#[ignore = "compiles the companion crate for a project of its own"]
fn the_readme_trains_a_model_in_a_fresh_project() {
    let readme = Source::read(root(), "README.md").unwrap();
    let (_, dependency) = readme.text.split_once("```toml\n").unwrap();
    let (dependency, _) = dependency.split_once("```").unwrap();
    assert!(dependency.contains("git = \"ADDRESS\""), "{dependency}");
    let blocks = dialect::blocks(&dialect::expand(root(), &readme).unwrap()).unwrap();
    let program = blocks.iter().find(|block| block.code.contains("fn main")).unwrap();

    let project = Path::new(env!("CARGO_TARGET_TMPDIR")).join("outside");
    let home = project.join("home");
    home_without_checkouts(&home);
    fs::create_dir_all(project.join("src")).unwrap();
    let address = format!("file://{}", root().canonicalize().unwrap().display());
    let package = "[workspace]\n\n[package]\nname = \"outside\"\nedition = \"2024\"\n\n";
    let manifest = format!("{package}{}", dependency.replace("ADDRESS", &address));
    fs::write(project.join("Cargo.toml"), manifest).unwrap();
    fs::write(project.join("src/main.rs"), &program.code).unwrap();
    // The library versions of the book, whatever their authors have published since.
    fs::copy(root().join("Cargo.lock"), project.join("Cargo.lock")).unwrap();

    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let run = Command::new(cargo)
        .arg("run")
        .current_dir(&project)
        .env("CARGO_HOME", &home)
        .env("CARGO_TARGET_DIR", project.join("target"))
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success(), "{said}");
    let shown = &program.output.as_ref().unwrap().text;
    assert_eq!(String::from_utf8_lossy(&run.stdout), *shown, "{said}");
}
