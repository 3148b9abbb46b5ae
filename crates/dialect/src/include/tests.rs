use std::fs;

use super::*;
use crate::expand;

fn book(files: &[(&str, &str)]) -> tempfile::TempDir {
    let root = tempfile::tempdir().unwrap();
    for (file, text) in files {
        let path = root.path().join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    root
}

fn expanded(files: &[(&str, &str)]) -> Result<Expanded, Problems> {
    let root = book(files);
    expand(root.path(), &Source::read(root.path(), "src/a.md").unwrap())
}

fn message(files: &[(&str, &str)]) -> String {
    let problems = expanded(files).unwrap_err();
    assert_eq!(problems.len(), 1);
    problems[0].to_string()
}

const CODE: &str =
    "// ANCHOR: all\nfn a() {}\n// ANCHOR: b\nfn b() {}\n// ANCHOR_END: b\n// ANCHOR_END: all\n";

#[test]
fn replaces_a_file_and_an_anchor_and_keeps_line_numbers() {
    let chapter = "one\n{{#include ../code/x.rs:all}}\nthree\n{{#include ../code/x.rs:b}}\n";
    let expanded = expanded(&[("src/a.md", chapter), ("code/x.rs", CODE)]).unwrap();
    assert_eq!(expanded.text, "one\nfn a() {}\nfn b() {}\nthree\nfn b() {}\n");
    let line = |text: &str| expanded.line(expanded.text.find(text).unwrap());
    assert_eq!([line("one"), line("fn a"), line("fn b"), line("three")], [1, 2, 2, 3]);
    assert_eq!(expanded.line(expanded.text.rfind("fn b").unwrap()), 4);
}

#[test]
fn an_include_in_a_quote_quotes_every_line() {
    let chapter = "> {{#include ../code/x.rs:all}}\n";
    let expanded = expanded(&[("src/a.md", chapter), ("code/x.rs", CODE)]).unwrap();
    assert_eq!(expanded.text, "> fn a() {}\n> fn b() {}\n");
}

#[test]
fn a_whole_file_comes_without_markers_and_with_code_that_looks_like_one() {
    let code = "\u{feff}// ANCHOR: a\nconst ANCHOR: f32 = 1.0;   \n// ANCHOR_END: a\n";
    let expanded = expanded(&[("src/a.md", "{{#include x.rs}}"), ("src/x.rs", code)]).unwrap();
    assert_eq!(expanded.text, "const ANCHOR: f32 = 1.0;\n");
}

#[test]
fn a_path_is_relative_to_its_file_and_stays_in_the_book() {
    let resolved = |path| resolve("src/part/a.md".as_ref(), path);
    assert_eq!(resolved("../../code/./x.rs"), Some("code/x.rs".into()));
    assert_eq!(resolved("none.rs"), Some("src/part/none.rs".into()));
    assert_eq!(resolved("../../../x.rs"), None);
}

#[test]
fn a_directive_in_a_code_span_is_text() {
    let chapter = "Write `{{#include x.rs:b}}` or `{{#other}}`.\n";
    assert_eq!(expanded(&[("src/a.md", chapter)]).unwrap().text, chapter);
}

#[test]
fn every_mistake_is_named_with_its_place() {
    let with = |chapter: &str, code: &str| message(&[("src/a.md", chapter), ("code/x.rs", code)]);
    let include = "text\n{{#include ../code/x.rs:b}}\n";
    assert_eq!(with(include, "fn a() {}\n"), "src/a.md:2: code/x.rs: no anchor `b`");
    assert_eq!(with(include, "// ANCHOR: b\n"), "src/a.md:2: code/x.rs: anchor `b` never ends");
    assert_eq!(
        with(include, "// ANCHOR_END: b\n"),
        "src/a.md:2: code/x.rs: anchor `b` ends before it starts"
    );
    assert_eq!(with(include, &CODE.repeat(2)), "src/a.md:2: code/x.rs: anchor `b` starts twice");
    assert_eq!(
        with(include, "// ANCHOR: b\n// ANCHOR_END: b\n"),
        "src/a.md:2: nothing to include from code/x.rs"
    );
    assert!(
        with("{{#include ../code/y.rs}}", "").starts_with("src/a.md:1: cannot include code/y.rs: ")
    );
    assert_eq!(
        with("{{#include ../code/x.rs:3:7}}", CODE),
        "src/a.md:1: code/x.rs: `3:7` is not an anchor (line ranges rot: name an anchor)"
    );
    assert_eq!(
        with("{{#include ../code/x.rs:b}} and more", CODE),
        "src/a.md:1: an include must be alone on its line and end in }}"
    );
    assert_eq!(
        with("- {{#include ../code/x.rs:b}}", CODE),
        "src/a.md:1: an include is alone on its line, or in a quote"
    );
    assert_eq!(with("{{#include ../../x.rs}}", CODE), "src/a.md:1: ../../x.rs is outside the book");
    assert_eq!(
        with("{{#include ../code/x.rs}}", "{{#include y.rs}}\n"),
        "src/a.md:1: code/x.rs has includes of its own"
    );
    assert_eq!(
        with("{{#playground x.rs}}", CODE),
        "src/a.md:1: unknown directive: {{#playground x.rs}}"
    );
}

#[test]
fn a_path_is_read_from_its_file() {
    let file = resolve("src/a.md".as_ref(), "../code/x.rs");
    assert_eq!(file.as_deref(), Some("code/x.rs".as_ref()));
    assert_eq!(resolve("src/a.md".as_ref(), "../../x.rs"), None);
}
