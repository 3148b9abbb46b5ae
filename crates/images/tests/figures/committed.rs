//! The figures in the repository are what the code draws, and there are no others.
//!
//! The build script has just redrawn `images/`, so comparing with the files on disk would prove
//! nothing. The comparison is with what git has staged, or with the files if this is no git checkout.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use drawing::compare;

use crate::{ALL, svg_files};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// What git prints, or nothing if it fails or is not installed.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git")
        .arg("-C")
        .arg(root())
        .args(arguments)
        .output()
        .ok()?;
    output
        .status
        .success()
        .then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The stored text of a figure, where it is stored, or nothing if it is not.
fn stored(path: &str) -> Option<String> {
    // A source archive may lie inside the checkout of something else, which then does not know this file.
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
    assert!(
        wrong.is_empty(),
        "stored figures differ from what the code draws:\n{wrong}"
    );
}

#[test]
fn no_figure_without_a_function() {
    let drawn: Vec<&String> = ALL.iter().map(|figure| &figure.path).collect();
    let mut files = svg_files(&root().join("images"));
    assert!(!files.is_empty(), "images/ holds the figures");
    files.retain(|file| !drawn.contains(&file));
    assert!(
        files.is_empty(),
        "no function draws these files, remove them: {files:#?}"
    );
}
