//! The files that name edition, date, and authors agree.

use std::fs;

use crate::root;

#[test]
fn the_citation_is_of_the_newest_edition() {
    let read = |name: &str| fs::read_to_string(root().join(name)).unwrap();
    let (changes, citation) = (read("CHANGELOG.md"), read("CITATION.cff"));
    let mut titles = changes.lines().filter_map(|line| line.strip_prefix("## ["));
    let newest = titles.find_map(|title| title.split_once("] - ")).unwrap();
    let values = |key: &str| -> Vec<&str> {
        let lines = citation.lines().filter_map(|line| line.trim().strip_prefix(key));
        lines.map(|value| value.trim_matches([':', ' ', '"'])).collect()
    };
    let (edition, date) = newest;
    for (key, expected) in [
        ("version", edition),
        ("edition", edition),
        ("date-released", date),
        ("date-published", date),
        ("year", &date[..4]),
    ] {
        assert_eq!(values(key), [expected], "{key} in CITATION.cff");
    }
    // A name in quotes at its end.
    let license = read("LICENSE-MIT");
    let holder = license.lines().find_map(|line| line.strip_prefix("Copyright (c) 2026 ")).unwrap();
    assert_eq!(citation.matches(&format!("- name: {holder}\n")).count(), 2, "{holder}");
    let authors = format!("authors = [{holder:?}]");
    assert!(read("book.toml").contains(&authors), "{authors}");
}

#[test]
fn reports_have_a_form() {
    // The links of the pages name it.
    assert!(root().join(".github/ISSUE_TEMPLATE/mistake.yml").is_file());
}
