//! Every exercise of the book, held to what must be true of each before a reader gets it.
#![allow(clippy::unwrap_used, reason = "a helper of a test may panic")]

use std::path::Path;

use dialect::Library;
use exercises::Toolchain;

#[test]
fn every_exercise_can_be_solved_and_its_tests_find_what_is_wrong() {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let library = Library::load(root).unwrap_or_else(|problems| {
        let problems: Vec<_> = problems.iter().map(ToString::to_string).collect();
        panic!("{}", problems.join("\n"))
    });
    assert!(
        library.exercises.len() >= 48,
        "{} exercises",
        library.exercises.len()
    );
    let toolchain = Toolchain::find(root).unwrap();
    let exercises: Vec<_> = library.exercises.iter().collect();
    let problems =
        exercises::verify_all(&toolchain, &exercises, exercises::LIMIT).unwrap();
    let problems: Vec<_> = problems.iter().map(ToString::to_string).collect();
    assert!(problems.is_empty(), "\n{}", problems.join("\n"));
}
