//! The book as an EPUB 3. Readers choose font, size, and colors themselves, so the style sheet
//! leaves all three alone.

mod contents;
mod cover;
mod formula;
mod lost;
mod page;

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use rbook::Epub;
use rbook::epub::manifest::DetachedEpubManifestEntry as Entry;
use rbook::epub::metadata::DetachedEpubMetaEntry as Meta;
use rbook::epub::spine::DetachedEpubSpineEntry as Place;
use uuid::Uuid;

use crate::site::{Page, Site, selector};
use crate::svg::quoted as escape;

/// The date of an archive's entries and of the package while the site names none, because every
/// package needs one: the first day that an archive can express.
const NO_DATE: &str = "1980-01-01";

const XHTML: &str = "application/xhtml+xml";
const SVG: &str = "image/svg+xml";

/// Properties of schema.org that tell assistive technology how the book can be read.
const ACCESSIBILITY: [(&str, &str); 12] = [
    ("accessMode", "textual"),
    ("accessMode", "visual"),
    ("accessModeSufficient", "textual"),
    ("accessModeSufficient", "textual,visual"),
    ("accessibilityFeature", "alternativeText"),
    ("accessibilityFeature", "MathML"),
    ("accessibilityFeature", "tableOfContents"),
    ("accessibilityFeature", "structuralNavigation"),
    ("accessibilityFeature", "readingOrder"),
    ("accessibilityFeature", "displayTransformability"),
    ("accessibilityFeature", "unlocked"),
    ("accessibilityHazard", "none"),
];

const SUMMARY: &str = "Formulas are MathML, each figure has a description, and text flows in any \
    size, font, and color. Code needs a font of fixed width.";

/// Writes the book to `file`.
pub(crate) fn write(site: &Site, file: &Path) -> Result<()> {
    let bytes = package(site)?.write().target(3).generate_toc(false).compression(9).to_vec()?;
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder).with_context(|| format!("{}", folder.display()))?;
    }
    fs::write(file, &bytes).with_context(|| format!("{}", file.display()))?;
    println!("{}: {} pages, {} kB", file.display(), site.pages.len(), bytes.len() / 1000);
    Ok(())
}

fn package(site: &Site) -> Result<Epub> {
    let names: BTreeSet<&str> = site.pages.iter().map(|page| page.name.as_str()).collect();
    let mut converted = BTreeMap::new();
    for page in &site.pages {
        let content = page::convert(page, &names, &site.language)?;
        lost::check(page, &content)?;
        converted.insert(page.name.as_str(), content);
    }
    for (name, content) in &converted {
        for (target, id) in &content.links {
            if !converted.get(target.as_str()).is_some_and(|page| page.ids.contains(id)) {
                bail!("{name}: a link to {target}#{id}, which does not exist");
            }
        }
    }

    let mut epub = Epub::builder();
    let date = date(site).unwrap_or(NO_DATE);
    let identity = format!("{} ({})", site.title, site.language);
    let identity = Uuid::new_v5(&Uuid::NAMESPACE_OID, identity.as_bytes());
    epub = epub
        .identifier(identity.urn().to_string())
        .title(site.title.as_str())
        .language(site.language.as_str())
        .published_date(date)
        .modified_date(format!("{date}T00:00:00Z"))
        .generator("cargo book epub".to_owned());
    let description = site.pages.first().map(Page::description);
    if let Some(description) = description.filter(|text| !text.is_empty()) {
        epub = epub.description(description);
    }
    for (property, value) in ACCESSIBILITY {
        epub = epub.meta(Meta::meta(format!("schema:{property}")).value(value));
    }
    let summary = Meta::meta("schema:accessibilitySummary").value(SUMMARY);
    let mut epub = epub.meta(summary.xml_language("en".to_owned())).build();
    epub.package_mut().set_xml_language(site.language.clone());

    let mut files = vec![
        Entry::new("cover")
            .href("cover.xhtml")
            .media_type(XHTML)
            .content(cover::page(&site.title, &site.language)),
        Entry::new("contents")
            .href("contents.xhtml")
            .media_type(XHTML)
            .property("nav")
            .content(contents::page(site)),
    ];
    for page in &site.pages {
        let content = &converted[page.name.as_str()];
        let entry = Entry::new(identifier(&page.name))
            .href(xhtml_name(&page.name))
            .media_type(XHTML)
            .content(document(&page.title, &site.language, &page.name, &content.body));
        files.push(if content.has_formulas { entry.property("mathml") } else { entry });
    }
    let spine: Vec<Place> = files.iter().map(|file| Place::new(file.as_view().id())).collect();
    for page in &site.pages {
        for (name, drawing) in &converted[page.name.as_str()].figures {
            let name = format!("{}{name}", folder(&page.name));
            files.push(
                Entry::new(identifier(&name)).href(name).media_type(SVG).content(drawing.as_str()),
            );
        }
    }
    files.push(
        Entry::new("cover-image")
            .href("cover.png")
            .media_type("image/png")
            .property("cover-image")
            .content(cover::picture(&site.title)?),
    );
    files.push(
        Entry::new("style")
            .href("style.css")
            .media_type("text/css")
            .content(include_str!("epub/style.css")),
    );
    files.push(
        Entry::new("formula-font")
            .href("formulas.otf")
            .media_type("font/otf")
            .content(formula::font()?),
    );
    epub.manifest_mut().push(files);
    epub.spine_mut().push(spine);
    Ok(epub)
}

/// Returns a page of the EPUB. `name` is its address, which determines the one of the style sheet.
fn document(title: &str, language: &str, name: &str, body: &str) -> String {
    let root = "../".repeat(name.matches('/').count());
    let (title, language) = (escape(title), escape(language));
    format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<!DOCTYPE html>\n\
         <html xmlns=\"http://www.w3.org/1999/xhtml\" xmlns:epub=\"http://www.idpf.org/2007/ops\" \
         lang=\"{language}\" xml:lang=\"{language}\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <title>{title}</title>\n<link rel=\"stylesheet\" href=\"{root}style.css\"/>\n</head>\n\
         <body>\n{body}\n</body>\n</html>\n"
    )
}

fn xhtml_name(name: &str) -> String {
    format!("{}.xhtml", name.trim_end_matches(".html"))
}

/// Returns the folder of a page, with `/` at its end unless it is the root.
fn folder(name: &str) -> &str {
    name.rfind('/').map_or("", |end| &name[..=end])
}

fn identifier(name: &str) -> String {
    format!("file-{}", name.replace('/', "-"))
}

/// Returns the date of the edition, which the first page tells search engines.
fn date(site: &Site) -> Option<&str> {
    let selector = selector("script[type='application/ld+json']");
    let script = site.pages.first()?.html.select(&selector).next()?.text().next()?;
    let (_, date) = script.split_once("\"datePublished\":\"")?;
    date.get(..NO_DATE.len())
}
