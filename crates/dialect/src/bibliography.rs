//! The works that texts cite, `src/references.bib`, as a citation and a list of references show them.

use std::path::Path;

use hayagriva::archive::{ArchivedStyle, locales};
use hayagriva::citationberg::{FontStyle, Style};
use hayagriva::io::{BibLaTeXError, from_biblatex_str};
use hayagriva::{
    BibliographyDriver, BibliographyRequest, BufWriteFormat, CitationItem,
    CitationRequest, CitePurpose, ElemChild, ElemChildren, Entry, Library,
};
use serde::{Deserialize, Serialize};

use crate::{Problem, Source, unless};

/// The file with all entries, relative to the root of the book.
pub const BIBLIOGRAPHY: &str = "src/references.bib";

/// A work that can be cited.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Reference {
    /// What a citation calls it.
    pub key: String,
    /// The line of its entry.
    pub line: usize,
    /// In brackets: `Nadaraya 1964`.
    pub citation: String,
    /// In a sentence: `Nadaraya (1964)`.
    pub narrative: String,
    /// In the list of references, as HTML.
    pub html: String,
    /// In the list of references, as Markdown.
    pub markdown: String,
}

/// All works, in the order of a list of references.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
pub struct Bibliography {
    references: Vec<Reference>,
}

impl Bibliography {
    /// Reads the file; a book without it has no references. Each entry that cannot be read, or has no
    /// author, title or year, is a problem.
    pub fn read(root: &Path) -> Result<Self, Vec<Problem>> {
        if !root.join(BIBLIOGRAPHY).is_file() {
            return Ok(Self::default());
        }
        let source = Source::read(root, BIBLIOGRAPHY)?;
        let problem = |error: BibLaTeXError| {
            let span = match &error {
                BibLaTeXError::Parse(error) => &error.span,
                BibLaTeXError::Type(error) => &error.span,
            };
            source.problem(span.start, error.to_string())
        };
        let library = from_biblatex_str(&source.text)
            .map_err(|errors| errors.into_iter().map(problem).collect::<Vec<_>>())?;
        let line = |key: &str| source.line_of(&format!("{{{key},"));
        let mut problems = Vec::new();
        for entry in library.iter() {
            for (field, there) in [
                ("author", entry.authors().is_some()),
                ("title", entry.title().is_some()),
                ("year", entry.date().is_some()),
            ] {
                if !there {
                    let (line, key) = (line(entry.key()), entry.key());
                    let message = format!("`{key}`: no `{field}`");
                    problems.push(Problem::new(BIBLIOGRAPHY, line, message));
                }
            }
        }
        let references = references(&library, line);
        unless(problems, Self { references })
    }

    /// The work with this key.
    pub fn get(&self, key: &str) -> Option<&Reference> {
        self.iter().find(|reference| reference.key == key)
    }

    /// All works.
    pub fn iter(&self) -> impl Iterator<Item = &Reference> {
        self.references.iter()
    }
}

/// Formats all entries, each once in brackets and once in a sentence.
fn references(library: &Library, line: impl Fn(&str) -> usize) -> Vec<Reference> {
    let Style::Independent(style) = ArchivedStyle::SpringerHumanitiesAuthorDate.get()
    else {
        unreachable!("the style does not depend on another one");
    };
    let locales = locales();
    let mut driver = BibliographyDriver::new();
    for entry in library.iter() {
        for purpose in [None, Some(CitePurpose::Prose)] {
            let item = CitationItem::new(entry, None, None, false, purpose);
            driver.citation(CitationRequest::from_items(vec![item], &style, &locales));
        }
    }
    let shown = driver.finish(BibliographyRequest {
        style: &style,
        locale: None,
        locale_files: &locales,
    });
    let items = shown.bibliography.map(|list| list.items);
    let references = items.unwrap_or_default().into_iter().filter_map(|item| {
        let index = library.keys().position(|key| key == item.key)?;
        let entry = library.get(&item.key)?;
        let cited = |number: usize| Some(html(&shown.citations.get(number)?.citation));
        Some(Reference {
            line: line(&item.key),
            citation: cited(2 * index)?.trim_matches(['(', ')']).to_owned(),
            narrative: cited(2 * index + 1)?,
            html: html(&item.content),
            markdown: with_link(markdown(&item.content), entry),
            key: item.key,
        })
    });
    references.collect()
}

/// The style shows no address where a work has been printed.
fn with_link(text: String, entry: &Entry) -> String {
    let doi = entry.doi().map(|doi| format!("https://doi.org/{doi}"));
    match doi.or_else(|| entry.url().map(ToString::to_string)) {
        Some(link) if !text.contains(&link) => format!("{text} <{link}>"),
        _ => text,
    }
}

fn html(children: &ElemChildren) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = children.write_buf(&mut text, BufWriteFormat::Html);
    text
}

fn markdown(children: &ElemChildren) -> String {
    let parts = children.0.iter().map(|child| match child {
        ElemChild::Text(text) if text.formatting.font_style == FontStyle::Italic => {
            format!("*{}*", text.text)
        }
        ElemChild::Text(text) => text.text.clone(),
        ElemChild::Elem(inner) => markdown(&inner.children),
        ElemChild::Markup(text) => text.clone(),
        ElemChild::Link { url, .. } => format!("<{url}>"),
        ElemChild::Transparent { .. } => String::new(),
    });
    parts.collect()
}
