//! Marks the French of the pages, so that screen readers pronounce it as French.
//!
//! The translators of the book write French everywhere: in sentences, tables, strings, outputs, and
//! figures. A list of their words finds it where Markdown has no marks. Where the list is silent,
//! authors write `<span lang="fr">`.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::LazyLock;

use crate::html::{Element, Node};

const LANGUAGE: &str = "fr";

static WORDS: LazyLock<HashSet<&str>> = LazyLock::new(|| listed(include_str!("french/words.txt")));
static ALSO: LazyLock<HashSet<&str>> = LazyLock::new(|| listed(include_str!("french/also.txt")));

fn listed(file: &'static str) -> HashSet<&'static str> {
    let lines = file.lines().filter(|line| !line.starts_with('#'));
    lines.flat_map(str::split_whitespace).collect()
}

/// Marks an element that contains nothing but a text, if this is French.
pub(crate) fn mark(element: &mut Element) {
    if let [Node::Text(text)] = &element.children[..]
        && element.get("lang").is_none()
        && find(text).is_some()
    {
        element.set("lang", LANGUAGE);
    }
}

/// Marks the French parts of texts among these nodes, which end where `ends` says, each as an
/// element `name`.
pub(crate) fn mark_parts(nodes: &mut Vec<Node>, name: &str, ends: fn(&str) -> Vec<Range<usize>>) {
    let mut at = 0;
    while at < nodes.len() {
        let mut parts = Vec::new();
        if let Node::Text(text) = &nodes[at] {
            let mut copied = 0;
            for part in ends(text) {
                let Some(found) = find(&text[part.clone()]) else {
                    continue;
                };
                let (start, end) = (part.start + found.start, part.start + found.end);
                parts.push(Node::Text(text[copied..start].into()));
                let mut french = Element::new(name, &[("lang", LANGUAGE)]);
                french.children.push(Node::Text(text[start..end].into()));
                parts.push(Node::Element(french));
                copied = end;
            }
            if copied > 0 {
                parts.push(Node::Text(text[copied..].into()));
            }
        }
        match parts.len() {
            0 => at += 1,
            count => {
                nodes.splice(at..=at, parts);
                at += count;
            }
        }
    }
}

/// Returns the parts of a sentence in quotation marks.
pub(crate) fn quoted(text: &str) -> Vec<Range<usize>> {
    let opened = text.match_indices('“').map(|(at, mark)| at + mark.len());
    let parts = opened.filter_map(|start| Some(start..start + text[start..].find('”')?));
    parts.collect()
}

/// Returns the columns of each line of an output.
pub(crate) fn columns(text: &str) -> Vec<Range<usize>> {
    let mut parts = Vec::new();
    let mut start = 0;
    let ends =
        |at: usize, c: char| "\n\t|:\"(){}[]=".contains(c) || c == ' ' && text[..at].ends_with(' ');
    for (at, c) in text.char_indices().filter(|(at, c)| ends(*at, *c)) {
        parts.push(start..at);
        start = at + c.len_utf8();
    }
    parts.push(start..text.len());
    parts
}

/// Returns the part of a text from the first to the last French word, if at least half of its words
/// are French.
fn find(text: &str) -> Option<Range<usize>> {
    let (mut found, mut has_own) = (None::<Range<usize>>, false);
    let (mut french, mut all) = (0, 0);
    for word in words(text) {
        all += 1;
        let lower = text[word.clone()].to_lowercase().replace('’', "'");
        let is_own = WORDS.contains(&*lower);
        if is_own || ALSO.contains(&*lower) {
            has_own |= is_own;
            french += 1;
            found = Some(found.map_or(word.start, |found| found.start)..word.end);
        }
    }
    found.filter(|_| has_own && 2 * french >= all)
}

/// Returns the words of a text. An apostrophe ends a word.
fn words(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + text[at..].find(char::is_alphabetic)?;
        let rest = &text[start..];
        let end = rest.find(|c: char| !c.is_alphabetic()).unwrap_or(rest.len());
        let apostrophe = rest[end..].chars().next().filter(|c| ['\'', '’'].contains(c));
        at = start + end + apostrophe.map_or(0, char::len_utf8);
        Some(start..at)
    })
}

#[cfg(test)]
mod tests;
