//! The prose of source files: comments, documentation, and names of tests.

use std::path::Path;

use dialect::Source;

/// Files with comments outside the folders of [`read`].
const CONFIGURATION: [&str; 5] = [
    ".cargo/config.toml",
    ".ci/run",
    "Cargo.toml",
    "book.toml",
    "my-solutions/Cargo.toml",
];

/// Returns the prose of all Rust files, manifests, and build configurations.
pub(super) fn read(root: &Path) -> Vec<Source> {
    let mut names = CONFIGURATION.map(str::to_owned).to_vec();
    for folder in ["crates", "exercises", "tests"] {
        for file in dialect::files(&root.join(folder)).unwrap() {
            let name = file.strip_prefix(root).unwrap().to_string_lossy();
            if name.ends_with(".rs") || name.ends_with("Cargo.toml") {
                names.push(name.replace('\\', "/"));
            }
        }
    }
    let mut sources = Vec::new();
    for name in names {
        let Source { file, text } = Source::read(root, name).unwrap();
        let text = match file.ends_with(".rs") {
            true => of_rust(&text),
            false => of_configuration(&text),
        };
        sources.push(Source { file, text });
    }
    sources
}

/// Returns the Markdown in comments and documentation and the names of tests. Each line keeps its number.
pub(super) fn of_rust(text: &str) -> String {
    let mut after_test_attribute = false;
    let lines = text.lines().map(|line| {
        let line = line.trim_start();
        if let Some(comment) = line.strip_prefix("//") {
            // Markers of regions and of solutions.
            if comment.starts_with('@') || comment.starts_with(" ANCHOR") {
                return String::new();
            }
            let text = comment.trim_start_matches(['/', '!']);
            return text.strip_prefix(' ').unwrap_or(text).to_owned();
        }
        if line.starts_with("#[test]") {
            after_test_attribute = true;
        } else if let Some((_, rest)) = line.split_once("fn ") {
            if std::mem::take(&mut after_test_attribute) {
                let name = rest.split('(').next().unwrap_or_default();
                return format!("- {}", name.replace('_', " "));
            }
        }
        comment_behind_code(line, " // ")
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Returns the text of comments that start with `#`. Each line keeps its number.
pub(super) fn of_configuration(text: &str) -> String {
    let lines = text
        .lines()
        .map(|line| match line.trim_start().strip_prefix('#') {
            Some(comment) => comment.strip_prefix(' ').unwrap_or(comment).to_owned(),
            None => comment_behind_code(line, " # "),
        });
    lines.collect::<Vec<_>>().join("\n")
}

/// Returns a comment on a line of code as an item of a list, which separates it from its neighbors.
fn comment_behind_code(line: &str, marker: &str) -> String {
    match line.rsplit_once(marker) {
        Some((code, comment)) if code.matches('"').count() % 2 == 0 => {
            format!("- {comment}")
        }
        _ => String::new(),
    }
}
