//! No word of a page is lost on its way to the document.

use std::collections::HashSet;

use scraper::Html;
use typst::layout::{Frame, FrameItem};
use typst_layout::PagedDocument;

use super::world::Memory;
use super::{Options, Paper, source};
use crate::site::{Page, Site};

/// A page with each kind of element; what a document leaves out has the word `hidden`.
const PAGE: &str = include_str!("sample.html");

#[test]
fn every_word_of_a_page_is_in_the_document() {
    let html = Html::parse_document(PAGE);
    let words = html.root_element().text().flat_map(str::split_whitespace);
    let words = words.map(letters).collect::<HashSet<_>>();
    let page = Page {
        part: Some("Part".to_owned()),
        depth: 0,
        number: None,
        title: "Arrays".to_owned(),
        name: "array/index.html".to_owned(),
        html,
    };
    let site = Site {
        title: "Book".to_owned(),
        language: "en".to_owned(),
        contents: "Contents".to_owned(),
        pages: vec![page],
    };
    let options =
        Options { paper: Paper::Letter, chapter: None, out: "unused.pdf".into(), typst: None };
    let (main, files) = source(&site, &options).expect("the elements are known");
    let world = Memory::new(main, files).expect("the paths are right");
    let document = typst::compile::<PagedDocument>(&world).output.expect("the markup is right");
    let mut text = String::new();
    for page in document.pages() {
        collect(&page.frame, &mut text);
    }
    let text = letters(&text);
    let lost = words.iter().filter(|word| !text.contains(*word)).collect::<Vec<_>>();
    assert!(lost.iter().all(|word| word.contains("hidden")), "lost: {lost:?}");
    assert!(!text.contains("hidden"));
}

/// Returns the letters and digits of `text`: a word may be hyphenated.
fn letters(text: &str) -> String {
    text.chars().filter(|character| character.is_alphanumeric()).collect()
}

fn collect(frame: &Frame, text: &mut String) {
    for (_, item) in frame.items() {
        match item {
            FrameItem::Group(group) => collect(&group.frame, text),
            FrameItem::Text(item) => *text += &item.text,
            _ => {}
        }
    }
}
