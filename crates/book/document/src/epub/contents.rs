//! The navigation document: parts, chapters, and pages, and the landmarks of the book.

use std::fmt::Write;

use super::{document, escape, xhtml_name};
use crate::site::{Page, Site};

/// Returns the navigation document.
pub(super) fn page(site: &Site) -> String {
    let title = escape(&site.contents);
    let mut body = format!(
        "<nav epub:type=\"toc\" role=\"doc-toc\" aria-label=\"{title}\">\n<h1>{title}</h1>\n<ol>\n"
    );
    for part in site.pages.chunk_by(|_, next| next.part.is_none()) {
        match &part[0].part {
            Some(name) => {
                let _ = write!(body, "<li><span>{}</span>\n<ol>\n", escape(name));
                list(&mut body, part);
                body += "</ol>\n</li>\n";
            }
            None => list(&mut body, part),
        }
    }
    body += "</ol>\n</nav>\n<nav epub:type=\"landmarks\" hidden=\"hidden\">\n<ol>\n";
    landmark(&mut body, "cover", "cover", &site.title);
    landmark(&mut body, "toc", "contents", &site.contents);
    let text = site.pages.iter().find(|page| page.number.is_some());
    let page = |name: &str| site.pages.iter().find(|page| page.name == name);
    let kinds = [
        ("bodymatter", text),
        ("glossary", page("glossary.html")),
        ("bibliography", page("references.html")),
    ];
    for (kind, page) in kinds {
        if let Some(page) = page {
            landmark(&mut body, kind, &page.name, &page.title);
        }
    }
    body += "</ol>\n</nav>";
    document(&site.contents, &site.language, "contents.html", &body)
}

/// Writes chapters with the pages below them.
fn list(body: &mut String, pages: &[Page]) {
    let depth = pages[0].depth;
    for chapter in pages.chunk_by(|_, next| next.depth > depth) {
        let first = &chapter[0];
        // The text mentions the numbers of chapters only: pages are not numbered as their sections
        // are.
        let number = first.number.as_ref().filter(|_| first.depth == 0);
        let number = number.map(|number| format!("{number}. ")).unwrap_or_default();
        let (href, title) = (xhtml_name(&first.name), escape(&first.title));
        let _ = write!(body, "<li><a href=\"{href}\">{number}{title}</a>");
        if chapter.len() > 1 {
            *body += "\n<ol>\n";
            list(body, &chapter[1..]);
            *body += "</ol>\n";
        }
        *body += "</li>\n";
    }
}

fn landmark(body: &mut String, kind: &str, name: &str, title: &str) {
    let (href, title) = (xhtml_name(name), escape(title));
    let _ = writeln!(body, "<li><a epub:type=\"{kind}\" href=\"{href}\">{title}</a></li>");
}
