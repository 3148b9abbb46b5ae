//! The course that "Teaching with this book" shows, handed out as the page says.
#![allow(clippy::unwrap_used, reason = "a helper of a test may panic")]

use std::fs;
use std::path::Path;

use dialect::Passing;
use exercises::{Toolchain, handout};

#[test]
fn the_page_shows_what_the_command_says() {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let read = ["Cargo.lock", "crates", "exercises", "models", "src"];
    let read = read.map(|file| root.join(file));
    let Some(_passing) = Passing::since(&read).unwrap() else {
        return;
    };
    let toolchain = Toolchain::find(root).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("homework-1");
    let course = root.join("crates/exercises/example/course.toml");
    let summary = handout::write(root, &course, &out, &toolchain);
    let summary = summary
        .unwrap_or_else(|error| panic!("{error}"))
        .to_string();
    let page = fs::read_to_string(root.join("src/teaching.md")).unwrap();
    let shown = summary.replace(&out.display().to_string(), "/tmp/homework-1");
    assert!(
        page.contains(&shown),
        "src/teaching.md does not show\n{shown}"
    );
    let variants = fs::read_to_string(out.join("instructor/variants.csv")).unwrap();
    let variants = variants.replace('\r', "");
    assert!(
        page.contains(&variants),
        "src/teaching.md does not show\n{variants}"
    );
}
