//! Verifies every exercise of the book.
#![allow(clippy::unwrap_used, reason = "a helper of a test may panic")]

use std::path::Path;

use dialect::{Library, Source};
use exercises::Toolchain;

#[test]
fn every_exercise_can_be_solved_and_its_tests_find_what_is_wrong() {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let library = Library::load(root).unwrap_or_else(|problems| {
        let problems: Vec<_> = problems.iter().map(ToString::to_string).collect();
        panic!("{}", problems.join("\n"))
    });
    assert!(library.exercises.len() >= 48, "{} exercises", library.exercises.len());
    let toolchain = Toolchain::find(root).unwrap();
    let exercises: Vec<_> = library.exercises.iter().collect();
    let problems = exercises::verify_all(&toolchain, &exercises, exercises::LIMIT).unwrap();
    let problems: Vec<_> = problems.iter().map(ToString::to_string).collect();
    assert!(problems.is_empty(), "\n{}", problems.join("\n"));
}

/// Editors recognize an exercise if its solution is the root of a program with its tests.
#[test]
fn cargo_knows_the_code_of_every_exercise() {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let read = |file: &str| Source::read(root, file).unwrap().text;
    let manifest: toml::Table = read("exercises/Cargo.toml").parse().unwrap();
    let listed = manifest["test"].as_array().unwrap().iter();
    let mut listed: Vec<_> = listed
        .map(|test| (test["name"].as_str().unwrap(), test["path"].as_str().unwrap()))
        .map(|(name, path)| (name.to_owned(), format!("exercises/{path}")))
        .collect();
    let library = Library::load(root).unwrap();
    let with_code = library.exercises.iter().filter_map(|exercise| {
        let file = &exercise.code.as_ref()?.library.file;
        Some((exercise.crate_name(), file.clone()))
    });
    let mut expected: Vec<_> = with_code.collect();
    listed.sort();
    expected.sort();
    assert_eq!(listed, expected);
    for (name, file) in expected {
        let text = read(&file);
        let line = format!("exercise_solutions::tests!({name});");
        assert!(text.lines().any(|it| it == line), "{file}: {line}");
    }
}
