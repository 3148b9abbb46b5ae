//! The head of a page: its description for search engines and for programs that show links.

use std::iter;
use std::path::Path;

use dialect::url;
use mdbook_core::utils::escape_html;
use serde_json::{Value, json};

use crate::Book;
use crate::formulas;
use crate::html::{self, Element, Node};

/// The length of a description in characters, about as much as search engines show.
const LENGTH: usize = 160;

/// A shorter beginning says too little.
const LEAST: usize = 60;

/// Stands for a formula in a text.
const FORMULA: &str = "\u{fffc}";

/// The first page, which is also at the root of the site.
const FIRST: &str = "index.html";

/// Writes title, description, address, and data for search engines into the head of the page
/// `name`. The title of the tab is the heading, such as `Exercises on means`, instead of the short
/// `Exercises` of the table of contents; the first page has the title of the book.
pub(crate) fn describe(page: &mut [Node], name: &Path, book: &Book) {
    let Some(main) = html::find(page, "main") else {
        return;
    };
    let heading = html::find(&mut main.children, "h1").map(|heading| heading.text());
    let Some(heading) = heading else {
        return;
    };
    let headings = below(&main.children);
    let name = url(name);
    let lists = name.ends_with("/exercises.html") || name.contains("/solutions");
    let beginning = beginning(&main.children).filter(|_| !lists);
    let description = beginning.unwrap_or_else(|| match headings.is_empty() {
        true => heading.clone(),
        false => shortened(&format!("{heading}: {}", headings.join(", "))),
    });
    let is_first = name == FIRST;
    let title = book.config.book.title.as_deref().unwrap_or_default();
    let shown = if is_first { title } else { &heading };
    let Some(head) = html::find(page, "head") else {
        return;
    };
    if let Some(tab) = html::find(&mut head.children, "title") {
        let whole = match shown == title {
            true => title.to_owned(),
            false => format!("{heading} - {title}"),
        };
        tab.children = vec![Node::Text(whole.into())];
    }
    let described = head.children.iter_mut().find_map(|node| match node {
        Node::Element(meta) if meta.get("name") == Some("description") => Some(meta),
        _ => None,
    });
    if let Some(meta) = described {
        meta.set("content", &description);
    }
    let address = book.address.as_ref().map(|site| match is_first {
        true => site.clone(),
        false => format!("{site}{name}"),
    });
    let mut add = |element| head.children.push(Node::Element(element));
    for (property, content) in [
        ("og:title", Some(shown)),
        ("og:description", Some(&*description)),
        ("og:type", Some(if is_first { "website" } else { "article" })),
        ("og:site_name", Some(title)),
        ("og:url", address.as_deref()),
    ] {
        if let Some(content) = content {
            add(Element::new("meta", &[("property", property), ("content", content)]));
        }
    }
    if let Some(address) = &address {
        add(Element::new("link", &[("rel", "canonical"), ("href", address)]));
    }
    let mut script = Element::new("script", &[("type", "application/ld+json")]);
    let data = data(book, shown, &description, is_first, address.as_deref());
    // A text with `</` would end the script.
    let text = data.to_string().replace("</", "<\\/");
    script.children.push(Node::Verbatim(text.into()));
    add(script);
}

/// Returns the addresses of pages for search engines, without the table of contents for readers
/// without scripts.
pub(crate) fn sitemap<'a>(site: &str, pages: impl Iterator<Item = &'a Path>) -> String {
    let pages = pages.map(url).filter(|page| page != "toc.html");
    let addresses = pages.map(|page| {
        let page = if page == FIRST { "" } else { &page };
        format!("<url><loc>{}</loc></url>\n", escape_html(&format!("{site}{page}")))
    });
    let addresses: String = addresses.collect();
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n{addresses}</urlset>\n"
    )
}

/// Returns the file that tells search engines where the sitemap is.
pub(crate) fn robots(site: &str) -> String {
    format!("User-agent: *\nAllow: /\nSitemap: {site}sitemap.xml\n")
}

/// Returns the page in the vocabulary of schema.org.
fn data(
    book: &Book,
    name: &str,
    description: &str,
    is_first: bool,
    address: Option<&str>,
) -> Value {
    let book = &book.config.book;
    let mut data = json!({
        "@context": "https://schema.org",
        "@type": if is_first { "Book" } else { "Chapter" },
        "name": name,
        "description": description,
        "inLanguage": book.language,
        "learningResourceType": "textbook",
    });
    if let Some(address) = address {
        data["url"] = address.into();
    }
    if !is_first {
        data["isPartOf"] = json!({ "@type": "Book", "name": book.title });
    }
    data
}

/// Returns the first sentences of the text that are long enough together and contain no formula.
fn beginning(nodes: &[Node]) -> Option<String> {
    let paragraphs = nodes.iter().filter_map(|node| match node {
        Node::Element(element) if element.name() == "p" => Some(text(&element.children)),
        _ => None,
    });
    let mut beginning = String::new();
    let length = |text: &str| text.chars().count();
    for sentence in paragraphs.collect::<Vec<_>>().iter().flat_map(|text| sentences(text)) {
        // A sentence with a colon at its end announces a listing.
        let is_plain = !sentence.contains(FORMULA) && !sentence.ends_with(':');
        if is_plain && length(&beginning) + length(sentence) < LENGTH {
            let space = if beginning.is_empty() { "" } else { " " };
            beginning.extend([space, sentence]);
        } else if length(&beginning) >= LEAST {
            break;
        } else if is_plain {
            return Some(shortened(sentence));
        } else {
            beginning.clear();
        }
    }
    (length(&beginning) >= LEAST).then_some(beginning)
}

/// Returns the text of nodes, with a mark in place of each formula.
fn text(nodes: &[Node]) -> String {
    let texts = nodes.iter().map(|node| match node {
        Node::Element(element) if element.name() == formulas::MARK => FORMULA.to_owned(),
        Node::Element(element) => text(&element.children),
        Node::Text(text) => text.to_string(),
        Node::Comment(_) | Node::Verbatim(_) => String::new(),
    });
    texts.collect()
}

/// Returns the sentences of a text. After `et al.`, none begins.
fn sentences(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text.trim();
    iter::from_fn(move || {
        let mut marks = rest.match_indices(['.', '?']).map(|(at, mark)| at + mark.len());
        let end = marks.find(|end| {
            let mut next = rest[*end..].chars();
            let begins = next.by_ref().find(|c| !c.is_whitespace());
            rest[*end..].starts_with(char::is_whitespace)
                && begins.is_some_and(|c| !c.is_lowercase() && !c.is_numeric())
        });
        let (sentence, after) = rest.split_at(end.unwrap_or(rest.len()));
        rest = after.trim_start();
        (!sentence.is_empty()).then_some(sentence)
    })
}

/// Returns the beginning of a text, up to the end of a word.
fn shortened(text: &str) -> String {
    let Some((end, _)) = text.char_indices().nth(LENGTH) else {
        return text.to_owned();
    };
    let kept = &text[..end];
    let kept = kept.rsplit_once(' ').map_or(kept, |(kept, _)| kept);
    format!("{} …", kept.trim_end_matches([',', ':']))
}

/// Returns the headings below the title.
fn below(nodes: &[Node]) -> Vec<String> {
    let mut headings = Vec::new();
    for node in nodes {
        match node {
            Node::Element(element) if element.name() == "h2" => headings.push(element.text()),
            Node::Element(element) => headings.extend(below(&element.children)),
            _ => {}
        }
    }
    headings
}

#[cfg(test)]
mod tests;
