//! The prose of source files: comments, documentation, and names of tests.

use std::path::Path;

use dialect::Source;

/// Files with comments outside the folders of [`read`]. Readers add their own files to
/// `my-solutions`.
const OTHER_FILES: [&str; 6] = [
    ".cargo/config.toml",
    ".ci/run",
    "Cargo.toml",
    "book.toml",
    "my-solutions/Cargo.toml",
    "my-solutions/src/lib.rs",
];

/// Comments and documentation are wrapped at this column, in exercises earlier.
const WIDTH: usize = 100;
/// The width of regions that the book shows.
const SHOWN_WIDTH: usize = 72;

/// Reads all Rust files, manifests, and build configurations.
pub(super) fn read(root: &Path) -> Vec<Source> {
    let mut names = OTHER_FILES.map(str::to_owned).to_vec();
    for folder in ["crates", "exercises", "tests"] {
        for file in dialect::files(&root.join(folder)).unwrap() {
            let name = file.strip_prefix(root).unwrap().to_string_lossy();
            if name.ends_with(".rs") || name.ends_with("Cargo.toml") {
                names.push(name.replace('\\', "/"));
            }
        }
    }
    let sources = names.into_iter().map(|name| Source::read(root, name));
    sources.collect::<Result<_, _>>().unwrap()
}

/// Returns the Markdown in the comments of a file. Each line keeps its number.
pub(super) fn prose(source: &Source) -> Source {
    let text = match source.file.ends_with(".rs") {
        true => of_rust(&source.text),
        false => of_configuration(&source.text),
    };
    Source { file: source.file.clone(), text }
}

/// Returns the lines, from 1, of comments that are too long. Code, tables, and single words cannot
/// be wrapped.
pub(super) fn too_long(text: &str) -> Vec<usize> {
    let (mut found, mut fenced, mut width) = (Vec::new(), false, WIDTH);
    for (index, line) in text.lines().enumerate() {
        let Some(comment) = comment_in(line) else {
            fenced = false;
            continue;
        };
        match comment {
            _ if comment.starts_with("ANCHOR: ") => width = SHOWN_WIDTH,
            _ if comment.starts_with("ANCHOR_END: ") => width = WIDTH,
            _ if comment.starts_with("```") => fenced = !fenced,
            _ if fenced || comment.starts_with(['|', '@']) || !comment.contains(' ') => {}
            _ if line.chars().count() > width => found.push(index + 1),
            _ => {}
        }
    }
    found
}

/// Returns the text of a line that is a comment.
fn comment_in(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let comment = line.strip_prefix("//").or_else(|| line.strip_prefix("# "))?;
    Some(comment.trim_start_matches(['/', '!']).trim())
}

/// Returns the Markdown in comments and documentation and the names of tests. Each line keeps its
/// number.
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
        } else if let Some((_, rest)) = line.split_once("fn ")
            && std::mem::take(&mut after_test_attribute)
        {
            let name = rest.split('(').next().unwrap_or_default();
            return name.replace('_', " ");
        }
        comment_behind_code(line, " // ")
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Returns the text of comments that start with `#`. Each line keeps its number.
pub(super) fn of_configuration(text: &str) -> String {
    let lines = text.lines().map(|line| match line.trim_start().strip_prefix('#') {
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
