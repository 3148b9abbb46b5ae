//! Searching as in a browser finds the expected sections among the first results.

use std::fs::{self, DirEntry};

use dialect::Source;
use quick_js::Context;

use crate::built::site;
use crate::root;

/// Each line has a query, and a part of the title or of the address of one of the first three
/// results.
const LIST: &str = "tests/tests/invariants/search.txt";

/// Runs a query as the script of mdBook does, without the page that shows the results.
const SEARCH: &str = r#"
const index = elasticlunr.Index.load(search.index);
const find = query => index.search(query, search.search_options)
    .map(found => found.doc.title + " (" + search.doc_urls[found.ref] + ")");
"#;

/// Returns the text of a script of the site, whose name contains a hash.
fn script(start: &str) -> String {
    let mut files = fs::read_dir(site()).unwrap().map(Result::unwrap);
    let is_it = |file: &DirEntry| file.file_name().to_string_lossy().starts_with(start);
    fs::read_to_string(files.find(is_it).unwrap().path()).unwrap()
}

#[test]
fn queries_find_the_listed_sections_first() {
    let context = Context::new().unwrap();
    let run = |script: &str| context.eval(script).unwrap();
    run(&script("elasticlunr"));
    run("var window = { search: {} }, search = window.search;");
    run(&script("searchindex"));
    run(SEARCH);
    let find =
        |query: &str| -> Vec<String> { context.eval_as(&format!("find({query:?})")).unwrap() };
    let list = Source::read(root(), LIST).unwrap();
    let mut wrong = Vec::new();
    for line in list.text.lines().filter(|line| !line.starts_with('#')) {
        let (query, expected) = line.split_once(" | ").unwrap();
        let found = find(query);
        let first = &found[..found.len().min(3)];
        if !first.iter().any(|it| it.contains(expected)) {
            wrong.push(format!("{query}: no {expected} in {first:#?}"));
        }
        assert!(found.iter().all(|it| !it.contains("solutions")), "{query}");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
