//! A check that a page of the EPUB has lost no word of the page of the site.

use anyhow::{Result, bail};
use scraper::node::Node;
use scraper::{ElementRef, Html};

use super::page::Content;
use crate::site::Page;

/// Checks that a page of the EPUB has all words of the page of the site, in their order.
///
/// # Errors
///
/// Names the page and the first word that the copy lacks after the words before it.
pub(super) fn check(page: &Page, content: &Content) -> Result<()> {
    let mut text = String::new();
    collect(&mut text, page.main()?, &[]);
    let mut copy = String::new();
    let body = Html::parse_fragment(&content.body);
    collect(&mut copy, body.root_element(), &content.figures);
    let mut copied = copy.split_whitespace();
    let mut before = "";
    for word in text.split_whitespace() {
        if !copied.any(|copy| copy == word) {
            bail!("{}: the e-book has lost `{word}` after `{before}`", page.name);
        }
        before = word;
    }
    Ok(())
}

/// Adds the text that readers see. A formula counts as its source, and a figure with its text.
fn collect(text: &mut String, parent: ElementRef, figures: &[(String, String)]) {
    for child in parent.children() {
        if let Node::Text(words) = child.value() {
            *text += words;
        }
        let Some(element) = ElementRef::wrap(child) else { continue };
        let hidden = ["katex-html", "boring", "blockquote-tag-title"];
        if element.value().classes().any(|class| hidden.contains(&class)) {
            continue;
        }
        match element.value().name() {
            "button" => {}
            "form" => {
                for result in element.child_elements() {
                    if result.value().classes().any(|class| class == "result") {
                        collect(text, result, figures);
                    }
                }
            }
            "math" => {
                let source = element.attr("alttext").map(str::to_owned);
                let annotation = element.descendent_elements();
                *text += &source.unwrap_or_else(|| {
                    annotation
                        .filter(|element| element.value().name() == "annotation")
                        .flat_map(|element| element.text())
                        .collect()
                });
            }
            "img" => {
                let name = element.attr("src");
                for (_, drawing) in figures.iter().filter(|(file, _)| Some(file.as_str()) == name) {
                    collect(text, Html::parse_fragment(drawing).root_element(), &[]);
                }
            }
            _ => collect(text, element, figures),
        }
    }
}
