//! The book itself, built as `cargo book build` does it: any broken reference, link, formula or
//! figure fails this test with its file and line.

use std::fs;

use book::Book;

use crate::root;

#[test]
fn the_book_builds_without_a_single_complaint() {
    let book = Book::find(root()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let site = folder.path().join("site");
    let pages = book::build(&book, &site).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(pages, dialect::sources(&book.root).unwrap().len());
    for file in [
        "katex/katex.min.css",
        "introduction.html",
        "references.html",
        "api/attention/index.html",
    ] {
        assert!(site.join(file).is_file(), "{file}");
    }
    for page in [
        "introduction.html",
        "attention-cues/index.html",
        "nadaraya-watson/index.html",
    ] {
        let text = fs::read_to_string(site.join(page)).unwrap();
        assert!(
            text.contains("<figure class=\"figure\""),
            "{page} shows no figure"
        );
        assert!(
            text.contains("language-text output"),
            "{page} shows no output"
        );
    }
    // What linked to a chapter when it was one page still arrives.
    let old = fs::read_to_string(site.join("attention-cues.html")).unwrap();
    for (id, page) in [
        ("softmax", "weights"),
        ("eq-soft-look-up", "index"),
        ("ex-alarm-and-question", "exercises"),
    ] {
        let entry = format!("\"{id}\":\"attention-cues/{page}.html\"");
        assert!(old.contains(&entry), "{entry} in {old}");
    }
}
