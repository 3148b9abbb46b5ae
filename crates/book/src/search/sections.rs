//! The sections of the book, as the search indexes them.

use std::iter;
use std::mem::take;

use dialect::is_hidden;
use mdbook_markdown::pulldown_cmark::{CodeBlockKind, CowStr, Event, Tag, TagEnd};
use mdbook_markdown::{MarkdownOptions, new_cmark_parser};

use crate::formulas;
use crate::markup::Page;

/// Part of the paths of pages with solutions, which the search must not reveal.
const HIDDEN: &str = "/solutions";

/// The part of a page below one heading, or one entry of a glossary.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Section {
    pub(super) url: String,
    pub(super) title: String,
    /// The titles from the chapter to the section.
    pub(super) trail: String,
    /// The words that the section defines.
    pub(super) terms: String,
    /// The entries of the glossary that refer to the section, and their synonyms.
    pub(super) explains: Vec<String>,
    pub(super) text: String,
}

pub(super) fn sections(pages: &[Page], split_level: u8) -> Vec<Section> {
    let (mut sections, mut chapter) = (Vec::new(), String::new());
    let shown = pages.iter().filter(|page| !page.path.contains(HIDDEN));
    for Page { path, text, .. } in shown {
        let mut found = of_page(&path.replace(".md", ".html"), text, split_level);
        let Some(page) = found.first().map(|first| first.title.clone()) else {
            continue;
        };
        // The first page of a folder has the title of the chapter; a page outside all folders is a
        // chapter.
        if path.ends_with("/index.md") || !path.contains('/') {
            chapter = page.clone();
        }
        for section in &mut found {
            let mut trail = vec![&*chapter, &*page, &*section.title];
            trail.dedup();
            section.trail = trail.join(" » ");
        }
        sections.append(&mut found);
    }
    for (names, link) in pages.iter().flat_map(|page| explained(&page.text)) {
        let url = link.replace(".md", ".html");
        if let Some(section) = sections.iter_mut().find(|section| section.url == url) {
            section.terms += &format!(" {}", names.join(" "));
            section.explains.extend(names);
        }
    }
    sections
}

/// Returns the entries of a glossary: a word and its synonyms, and the link to its explanation.
fn explained(text: &str) -> impl Iterator<Item = (Vec<String>, &str)> {
    let lines = text.lines().zip(text.lines().skip(1));
    lines.filter_map(|(word, meaning)| {
        let (meaning, link) = meaning.strip_prefix(": ")?.rsplit_once(" [")?;
        let link = link.split_once("](")?.1.split_once(')')?.0;
        let word = word.rsplit_once("\">").map_or(word, |(_, word)| word);
        let word = word.trim_end_matches("</span>");
        let also = meaning.split_once(" Also: ").map_or("", |(_, also)| also);
        let also = also.trim_end_matches(['.', ' ']).split(", ").filter(|name| !name.is_empty());
        Some((iter::once(word).chain(also).map(str::to_owned).collect(), link))
    })
}

/// Returns the sections of one page, without drawings, formulas, and outputs of programs.
fn of_page(page: &str, text: &str, split_level: u8) -> Vec<Section> {
    let mut sections = Vec::<Section>::new();
    let (mut in_formula, mut bold, mut code) = (false, 0, CowStr::from(""));
    for event in new_cmark_parser(text, &MarkdownOptions::default()) {
        if let Event::Start(Tag::Heading { level, id, .. }) = &event
            && let Some(id) = id.as_ref().filter(|_| *level as u8 <= split_level)
        {
            sections.push(Section { url: format!("{page}#{id}"), ..Section::default() });
        }
        // The search finds each entry of a glossary separately.
        if let Event::Start(Tag::DefinitionListTitle) = &event {
            sections.push(Section::default());
        }
        let Some(section) = sections.last_mut() else {
            continue;
        };
        let Section { title, text, terms, .. } = section;
        match event {
            Event::Text(_) if in_formula || code.ends_with("output") => {}
            Event::Text(line) if code.starts_with("rust") => {
                let shown: Vec<_> = line.lines().filter(|line| !is_hidden(line)).collect();
                *text += &format!("{} ", shown.join(" "));
            }
            Event::Text(part) | Event::Code(part) => *text += &part,
            Event::InlineHtml(html) => {
                let tag = html.strip_prefix('<').unwrap_or_default();
                in_formula = tag.starts_with(formulas::MARK);
                text.extend(in_formula.then_some('…'));
            }
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(kind))) => code = kind,
            Event::Start(Tag::Strong) => bold = text.len(),
            // A bold phrase at the start of a paragraph defines nothing.
            Event::End(TagEnd::Strong) if !text.ends_with(['.', ':', '?']) => {
                *terms += &format!(" {}", text.get(bold..).unwrap_or_default());
            }
            Event::End(TagEnd::Strong | TagEnd::Emphasis | TagEnd::Link) => {}
            Event::End(TagEnd::Heading(_)) if title.is_empty() => *title = take(text),
            Event::End(TagEnd::DefinitionListTitle) => {
                *title = take(text).trim().to_owned();
                section.url = format!("{page}#{}", id_of(title));
            }
            Event::End(_) | Event::SoftBreak | Event::HardBreak => {
                code = CowStr::from("");
                text.push(' ');
            }
            _ => {}
        }
    }
    sections
}

/// Returns the identifier that mdBook generates for an entry.
fn id_of(term: &str) -> String {
    let kept = |c: char| c.is_alphanumeric() || "_-".contains(c);
    let id = term.to_lowercase().replace(char::is_whitespace, "-");
    id.chars().filter(|c| kept(*c)).collect()
}

#[cfg(test)]
mod tests;
