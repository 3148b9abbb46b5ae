//! Writes the course in "Teaching with this book" as the page describes.
#![allow(clippy::unwrap_used, reason = "a helper of a test may panic")]

use std::fs;
use std::path::Path;

use exercises::{Toolchain, handout};

#[test]
fn the_page_shows_the_output_and_the_models_are_where_they_are_read() {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let toolchain = Toolchain::find(root).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("homework-1");
    let example = root.join("crates/exercises/example");
    let course = folder.path().join("course.toml");
    let text = fs::read_to_string(example.join("course.toml")).unwrap();
    // Vendored libraries have thousands of files, which would take most of the time.
    fs::write(&course, text.replacen("\n\n", "\nvendor = false\n\n", 1)).unwrap();
    let prompt = "prompts/at-least-ninety-percent.md";
    fs::create_dir(folder.path().join("prompts")).unwrap();
    for file in ["salt.txt", "students.txt", prompt] {
        fs::copy(example.join(file), folder.path().join(file)).unwrap();
    }
    let summary = handout::write(root, &course, &out, &toolchain);
    let summary = summary.unwrap_or_else(|error| panic!("{error}")).to_string();
    let page = fs::read_to_string(root.join("src/teaching.md")).unwrap();
    let shown = summary.replace(&out.display().to_string(), "/tmp/hw-1");
    assert!(page.contains(&shown), "src/teaching.md does not show\n{shown}");
    let variants = fs::read_to_string(out.join("instructor/variants.csv")).unwrap();
    let variants = variants.replace('\r', "");
    assert!(page.contains(&variants), "src/teaching.md does not show\n{variants}");
    let attention = out.join("students/s1042/attention");
    for model in fs::read_dir(root.join("models")).unwrap().map(|entry| entry.unwrap().path()) {
        let copy = attention.join("models").join(model.file_name().unwrap());
        assert!(fs::read(&copy).unwrap() == fs::read(model).unwrap(), "{copy:?}");
    }
    let reads = fs::read_to_string(attention.join("laboratory/src/shipped.rs")).unwrap();
    assert!(reads.contains("\"/../models/\""), "{reads}");
}
