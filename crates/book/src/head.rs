//! The head of a page: its description for search engines and for programs that show links.

use std::iter;
use std::path::PathBuf;

use dialect::url;
use mdbook_core::utils::escape_html;
use serde_json::{Value, json};

use crate::Book;
use crate::changes::FEED;
use crate::formulas;
use crate::html::{self, Element, Node};
use crate::place::Place;

/// The length of a description in characters, about as much as search engines show.
const LENGTH: usize = 160;

/// A shorter beginning says too little.
const LEAST: usize = 60;

/// Stands for a formula in a text.
const FORMULA: &str = "\u{fffc}";

/// The license of text and figures.
const LICENSE: &str = "https://creativecommons.org/licenses/by/4.0/";

/// The folder of the pictures in a site for publication, and their size.
const PICTURES: &str = "pictures";
const WIDTH: &str = "1200";
const HEIGHT: &str = "630";

/// A figure as a picture for programs that show links.
#[derive(Clone)]
pub(crate) struct Picture {
    id: String,
    description: String,
}

impl Picture {
    /// Returns the first figure with a description among these nodes.
    pub(crate) fn first(nodes: &mut [Node]) -> Option<Self> {
        let figure = html::find(nodes, "figure")?;
        let id = figure.get("id")?.to_owned();
        let description = html::find(&mut figure.children, "desc")?.text();
        Some(Self { id, description })
    }
}

/// Writes title, description, address, and data for search engines into the head of a page of the
/// book. The title of the tab is the heading, such as `Exercises on means`, instead of the short
/// `Exercises` of the table of contents; the first page has the title of the book.
pub(crate) fn describe(page: &mut [Node], place: &Place, first: Option<&Picture>, book: &Book) {
    let Some(main) = html::find(page, "main") else {
        return;
    };
    let heading = html::find(&mut main.children, "h1").map(|heading| heading.text());
    let Some(heading) = heading else {
        return;
    };
    let headings = below(&main.children);
    let picture = Picture::first(&mut main.children).or_else(|| first.cloned());
    let name = url(&place.name);
    let lists = name.ends_with("/exercises.html") || name.contains("/solutions");
    let beginning = beginning(&main.children).filter(|_| !lists);
    let description = beginning.unwrap_or_else(|| match headings.is_empty() {
        true => heading.clone(),
        false => shortened(&format!("{heading}: {}", headings.join(", "))),
    });
    let is_first = place.position == 0;
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
    let mut properties = vec![
        ("og:title", shown),
        ("og:description", &description),
        ("og:type", if is_first { "website" } else { "article" }),
        ("og:site_name", title),
    ];
    properties.extend(address.as_deref().map(|address| ("og:url", address)));
    let image = match (&picture, &book.address) {
        (Some(picture), Some(site)) if book.has_pictures => {
            let file = format!("{site}{PICTURES}/{}.png", picture.id);
            Some((file, &picture.description))
        }
        _ => None,
    };
    if let Some((file, description)) = &image {
        properties.extend([
            ("og:image", &**file),
            ("og:image:type", "image/png"),
            ("og:image:width", WIDTH),
            ("og:image:height", HEIGHT),
            ("og:image:alt", description),
        ]);
    }
    for (property, content) in properties {
        add(Element::new("meta", &[("property", property), ("content", content)]));
    }
    // The other properties of such a card are those above.
    let card = if image.is_some() { "summary_large_image" } else { "summary" };
    add(Element::new("meta", &[("name", "twitter:card"), ("content", card)]));
    if let Some(address) = &address {
        add(Element::new("link", &[("rel", "canonical"), ("href", address)]));
    }
    if book.has_feed() {
        let feed = format!("{}{FEED}", place.up());
        let changes = book.words.changes.replace("{title}", title);
        let (kind, attributes) = ("application/atom+xml", ["rel", "type", "title", "href"]);
        let values = ["alternate", kind, &changes, &feed];
        let attributes: Vec<_> = attributes.into_iter().zip(values).collect();
        add(Element::new("link", &attributes));
    }
    let mut script = Element::new("script", &[("type", "application/ld+json")]);
    let data = data(book, shown, &description, place.position, address.as_deref());
    // A text with `</` would end the script.
    let text = data.to_string().replace("</", "<\\/");
    script.children.push(Node::Verbatim(text.into()));
    add(script);
}

/// Returns the addresses of the pages, in the order of the book, for search engines.
pub(crate) fn sitemap(site: &str, pages: &[PathBuf]) -> String {
    let rest = pages.iter().skip(1).map(|page| url(page));
    let addresses = iter::once(String::new())
        .chain(rest)
        .map(|page| format!("<url><loc>{}</loc></url>\n", escape_html(&format!("{site}{page}"))));
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
    position: usize,
    address: Option<&str>,
) -> Value {
    let Book { config, address: site, editions, .. } = book;
    let mut data = json!({
        "@context": "https://schema.org",
        "@type": if position == 0 { "Book" } else { "Chapter" },
        "name": name,
        "description": description,
        "inLanguage": config.book.language,
        "learningResourceType": "textbook",
        "license": LICENSE,
    });
    if let Some(address) = address {
        data["url"] = address.into();
    }
    if let Some(edition) = editions.first() {
        data["datePublished"] = edition.date.iso().into();
        if position == 0 {
            data["bookEdition"] = edition.number.as_str().into();
        }
    }
    if position > 0 {
        data["position"] = position.into();
        data["isPartOf"] = json!({ "@type": "Book", "name": config.book.title });
        if let Some(site) = site {
            data["isPartOf"]["url"] = site.as_str().into();
        }
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
