//! The repository contains exactly the figures that the code draws.
//!
//! The build script has just redrawn `images/`, so the files on disk would always pass. The test
//! compares with the files staged in git, and with those on disk only outside of a git checkout.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use drawing::compare;

use crate::{ALL, svg_files};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Returns the output of git, or `None` if it fails or is not installed.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").arg("-C").arg(root()).args(arguments).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Returns the stored text of a figure, if there is one.
fn stored(path: &str) -> Option<String> {
    // A source archive may be inside an unrelated git checkout, which does not know this file.
    if git(&["ls-files", "--", "Cargo.toml"]).is_some_and(|known| !known.is_empty()) {
        git(&["show", &format!(":./images/{path}")])
    } else {
        fs::read_to_string(root().join("images").join(path)).ok()
    }
}

#[test]
fn every_figure_is_stored_as_drawn() {
    let mut wrong = String::new();
    for figure in ALL.iter() {
        let path = &figure.path;
        let reason = match stored(path) {
            None => "it is not stored".to_owned(),
            Some(old) => match compare(&old, &figure.svg) {
                Ok(()) => continue,
                Err(difference) => difference,
            },
        };
        wrong += &format!(
            "\n{path}: {reason}\nlook at images/{path} and stage it with `git add images/{path}`\n"
        );
    }
    assert!(wrong.is_empty(), "stored figures differ from what the code draws:\n{wrong}");
}

#[test]
fn no_figure_without_a_function() {
    let drawn: Vec<&String> = ALL.iter().map(|figure| &figure.path).collect();
    let mut files = svg_files(&root().join("images"));
    assert!(!files.is_empty(), "images/ holds the figures");
    files.retain(|file| !drawn.contains(&file));
    assert!(files.is_empty(), "no function draws these files, remove them: {files:#?}");
}
