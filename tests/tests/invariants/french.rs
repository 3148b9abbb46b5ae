//! French in the pages is marked as French: screen readers would otherwise read it as English.

use std::fs;

use crate::built::site;

/// Letters that English words of the pages do not have.
const ACCENTS: [char; 9] = ['é', 'è', 'ç', 'à', 'ê', 'î', 'ô', 'û', 'œ'];

/// Elements whose text has no markup, and elements without an end.
const PLAIN: [&str; 5] = ["title", "desc", "script", "style", "option"];
const VOID: [&str; 6] = ["br", "hr", "img", "input", "link", "meta"];

/// Returns the texts with French letters that are not in an element with a language.
fn unmarked(html: &str) -> Vec<&str> {
    let mut found = Vec::new();
    // The open elements: the name, and whether the text in it may be French.
    let mut open: Vec<(&str, bool)> = Vec::new();
    for part in html.split('<').skip(1) {
        let (tag, text) = part.split_once('>').unwrap_or((part, ""));
        let name = tag.trim_start_matches('/').split([' ', '\n', '/']).next().unwrap_or_default();
        let is_inside = open.last().is_some_and(|(_, may)| *may);
        if tag.starts_with('/') {
            if let Some(at) = open.iter().rposition(|(one, _)| *one == name) {
                open.truncate(at);
            }
        } else if !tag.ends_with('/') && !tag.starts_with('!') && !VOID.contains(&name) {
            let has_language = tag.contains("lang=") && name != "html";
            open.push((name, is_inside || has_language || PLAIN.contains(&name)));
        }
        if text.contains(ACCENTS) && open.last().is_some_and(|(_, may)| !may) {
            found.push(text.trim());
        }
    }
    found
}

#[test]
fn french_is_marked() {
    for file in dialect::files(site()).unwrap() {
        let name = file.strip_prefix(site()).unwrap();
        // References have names of authors.
        let is_page = file.extension().is_some_and(|extension| extension == "html");
        if is_page && !name.starts_with("api") && !name.ends_with("references.html") {
            let text = fs::read_to_string(&file).unwrap();
            let advice = "add the words to crates/book/src/french/words.txt";
            assert_eq!(unmarked(&text), [""; 0], "{}: {advice}", name.display());
        }
    }
    let page = fs::read_to_string(site().join("bahdanau/index.html")).unwrap();
    assert!(page.contains("<em lang=\"fr\">fatiguée</em>"));
}

/// Browsers end a drawing before an element of HTML.
#[test]
fn marks_in_drawings_are_elements_of_svg() {
    for file in dialect::files(site()).unwrap() {
        let name = file.strip_prefix(site()).unwrap();
        if file.extension().is_some_and(|extension| extension == "html") && !name.starts_with("api")
        {
            let text = fs::read_to_string(&file).unwrap();
            for drawing in text.split("<svg").skip(1).filter_map(|part| part.split_once("</svg>")) {
                assert!(!drawing.0.contains("<span"), "{}", name.display());
            }
        }
    }
}

#[test]
fn unmarked_french_is_found() {
    let marked = "<html lang=\"en\"><p>A <em lang=\"fr\">fatiguée</em><br> <title>é</title> b</p>";
    assert_eq!(unmarked(marked), [""; 0]);
    assert_eq!(
        unmarked("<html lang=\"en\"><p>A <em>né</em> <i lang=\"fr\"><b>é</b></i> à</p>"),
        ["né", "à"]
    );
}
