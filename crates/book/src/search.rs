//! The search index of the site.
//!
//! mdBook would weight all words equally and keep all texts for the excerpts. This index has the
//! format that mdBook's script reads, but its own weights: sections that define a word or have it
//! in their title rank first, and exercises and summaries rank below explanations. `query.js` then
//! moves exact names to the top.

mod sections;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use dialect::Key;
use elasticlunr::document_store::DocumentStore;
use elasticlunr::inverted_index::InvertedIndex;
use elasticlunr::lang;
use mdbook_core::utils::{escape_html, fs::write};
use serde_json::json;

use crate::Book;
use crate::markup::Page;
use sections::{Section, sections};

/// The name of the index in the template, and in the site if file names have no hashes.
pub(crate) const NAME: &str = "searchindex.js";

/// Pages that ask, warn, or list.
const PAGES_BEHIND: [&str; 5] =
    ["common-mistakes", "exercises", "glossary", "references", "teaching"];

/// Titles of sections that repeat or refer, after their numbers.
const TITLES_BEHIND: [&str; 2] = ["Further reading", "Summary"];

/// The length of the excerpt of a section, in characters.
const EXCERPT: usize = 300;

/// Replaces mdBook's index, which is empty, with `index`, and returns its name.
pub(crate) fn replace(site: &Path, index: &str, is_hashed: bool) -> Result<String> {
    let unreadable = || format!("{}: cannot read", site.display());
    for entry in fs::read_dir(site).with_context(unreadable)? {
        let entry = entry.with_context(unreadable)?;
        if entry.file_name().to_string_lossy().starts_with("searchindex") {
            fs::remove_file(entry.path()).with_context(unreadable)?;
        }
    }
    let name = match is_hashed {
        true => format!("searchindex-{:.8}.js", Key::of([index])),
        false => NAME.to_owned(),
    };
    write(site.join(&name), index)?;
    Ok(name)
}

/// Returns the script with the index and with the tokenizer for queries.
pub(crate) fn index(book: &Book, pages: &[Page]) -> Result<String> {
    let settings = book.config.html_config().unwrap_or_default();
    let settings = settings.search.unwrap_or_default();
    let language = book.config.book.language.as_deref().unwrap_or_default();
    let stemmed = lang::from_code(language);
    let stemmed = stemmed.with_context(|| format!("the search has no stemmer for `{language}`"))?;
    let mut pipeline = stemmed.make_pipeline();
    // The first step would remove all characters except ASCII.
    pipeline.queue.remove(0);
    let mut stems = BTreeMap::<String, Option<String>>::new();
    let mut words = InvertedIndex::new();
    let (mut docs, mut urls) = (DocumentStore::new(true), Vec::new());
    for section in sections(pages, settings.heading_split_level) {
        let number = urls.len().to_string();
        let mut weights = BTreeMap::<String, f64>::new();
        for (text, boost) in [
            (&section.title, settings.boost_title),
            (&section.terms, settings.boost_title),
            (&section.trail, settings.boost_hierarchy),
            (&section.text, settings.boost_paragraph),
        ] {
            let (mut counts, mut length) = (BTreeMap::<String, f64>::new(), 0.0);
            for word in spaced(text).split_whitespace() {
                let stem = stems.entry(word.to_owned());
                let stem = stem.or_insert_with_key(|word| match word.is_ascii() {
                    true => pipeline.run(vec![word.clone()]).pop(),
                    false => Some(word.clone()),
                });
                if let Some(stem) = stem {
                    *counts.entry(stem.clone()).or_default() += 1.0;
                    length += 1.0;
                }
            }
            for (word, count) in counts {
                let weight = f64::from(boost) * f64::sqrt(count / length);
                *weights.entry(word).or_default() += weight;
            }
        }
        let is_behind = is_behind(&section);
        // Weights become small integers of at least 1.
        let scale = if is_behind { 5.0 } else { 50.0 };
        for (word, weight) in weights {
            words.add_token(&number, &word, (weight * scale).ceil());
        }
        let mut chars = section.text.trim().chars();
        let mut excerpt: String = chars.by_ref().take(EXCERPT).collect();
        excerpt.extend(chars.next().map(|_| '…'));
        let doc = [
            ("title", section.title),
            ("body", excerpt),
            // The script inserts it into the page without escaping.
            ("breadcrumbs", escape_html(&section.trail).into_owned()),
            ("explains", section.explains.join("|")),
        ];
        let doc = doc.map(|(name, text)| (name.to_owned(), text));
        docs.add_doc(&number, doc.into());
        // The script divides weights by the root of this length, unless it is 0.
        docs.add_field_length(&number, "words", 0);
        urls.push(section.url);
    }
    let config = json!({
        "doc_urls": urls,
        "index": {
            "documentStore": docs,
            "fields": ["words"],
            "index": {},
            "pipeline": ["stopWordFilter", "stemmer"],
            "ref": "id",
            "version": elasticlunr::ELASTICLUNR_VERSION,
        },
        "results_options": {
            "limit_results": settings.limit_results,
            "teaser_word_count": settings.teaser_word_count,
        },
        "search_options": {
            "bool": if settings.use_boolean_and { "AND" } else { "OR" },
            "expand": settings.expand,
            "fields": { "words": { "boost": 1 } },
        },
    });
    // Letters, digits, and points need no escapes.
    let words = serde_json::to_string(&words)?;
    let query = include_str!("search/query.js");
    Ok(format!(
        "{query}Object.assign(window.search, {config});\n\
         window.search.index.index.words = JSON.parse('{words}');\n"
    ))
}

/// Returns whether a section ranks below explanations.
fn is_behind(section: &Section) -> bool {
    let (page, _) = section.url.split_once(".html").unwrap_or_default();
    let page = page.rsplit('/').next().unwrap_or(page);
    let (number, title) = section.title.split_once(' ').unwrap_or_default();
    let is_number = number.contains(|c: char| c.is_ascii_digit());
    let title = if is_number { title } else { &section.title };
    PAGES_BEHIND.contains(&page) || TITLES_BEHIND.contains(&title)
}

/// Converts a text to lowercase words with spaces between them, as `query.js` splits queries.
fn spaced(text: &str) -> String {
    let is_chinese = |c: &char| ('\u{3400}'..='\u{9fff}').contains(c);
    let mut spaced = String::with_capacity(2 * text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            _ if is_chinese(&c) => {
                spaced.extend([' ', c]);
                spaced.extend(chars.peek().filter(|next| is_chinese(next)));
                spaced.push(' ');
            }
            _ if c.is_alphanumeric() => spaced.extend(c.to_lowercase()),
            // Readers search for sections and exercises by number.
            '.' if chars.peek().is_some_and(|next| next.is_numeric()) => spaced.push(c),
            _ => spaced.push(' '),
        }
    }
    spaced
}

#[cfg(test)]
mod tests;
