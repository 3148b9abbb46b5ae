//! The API documentation as part of the site.

use std::fs;

use crate::built::site;
use crate::root;

/// Returns the lines of the files in `crates` with documentation that is part of the site.
fn lines() -> Vec<(String, String)> {
    let crates = ["attention", "engine", "laboratory", "translation"];
    let folders = crates.map(|name| root().join("crates").join(name).join("src"));
    let files = folders.iter().flat_map(|folder| dialect::files(folder).unwrap());
    let sources =
        files.map(|file| (file.display().to_string(), fs::read_to_string(&file).unwrap()));
    let lines = sources.flat_map(|(file, text)| {
        text.lines().map(|line| (file.clone(), line.trim_start().to_owned())).collect::<Vec<_>>()
    });
    lines.collect()
}

/// `cargo book build` compares numbers with those of the book, but only in links.
#[test]
fn every_number_of_the_book_is_a_link() {
    let is_number = |text: &str| text.starts_with(|c: char| c.is_ascii_digit() || c == '(');
    let unlinked = lines().into_iter().filter(|(_, line)| {
        let is_public = line.starts_with("///") || line.starts_with("//!");
        let mut chapters = line.match_indices("Chapter ").map(|(at, word)| (at, at + word.len()));
        let mut equations = line.match_indices("Equation (");
        is_public
            && (chapters.any(|(at, end)| is_number(&line[end..]) && !line[..at].ends_with('['))
                || equations.any(|(at, _)| !line[..at].ends_with('[')))
    });
    // Comments in the tests of a crate are not documented.
    let unlinked: Vec<_> = unlinked.filter(|(file, _)| !file.contains("/tests")).collect();
    assert!(unlinked.is_empty(), "{unlinked:#?}");
}

#[test]
fn items_lead_back_to_the_sections_that_explain_them() {
    for (page, place) in [
        ("attention/index.html", None),
        ("attention/multi_head/index.html", Some("multi-head/index.html\">Chapter 5: ")),
        ("laboratory/bahdanau/index.html", Some("bahdanau/index.html\">Chapter 4: ")),
        ("attention/tape/index.html", Some("automatic-differentiation/index.html\">Appendix B: ")),
        (
            "attention/multi_head/struct.MultiHead.html",
            Some("multi-head/layer.html#multi-head-layer\">Section "),
        ),
        ("attention/array/fn.softmax.html", Some("attention-cues/weights.html#softmax\">Section ")),
        ("attention/nn/struct.Gru.html", Some("encoder-decoder/index.html#gru\">Section ")),
        (
            "attention/multi_head/wrong/fn.forward_without_permute.html",
            Some("multi-head/two-heads.html#wrong-reshape\">Section "),
        ),
    ] {
        let text = fs::read_to_string(site().join("api").join(page)).unwrap();
        let (_, back) = text.split_once("<nav class=\"book\"").unwrap();
        let (back, _) = back.split_once("</nav>").unwrap();
        assert!(back.contains("index.html\">Attention in Rust</a>"), "{page}: {back}");
        assert_eq!(back.matches("<a ").count(), 1 + place.iter().count(), "{page}: {back}");
        assert!(back.contains(place.unwrap_or_default()), "{page}: {back}");
    }
}
