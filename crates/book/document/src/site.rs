//! The pages of a finished site, in the order of the book.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, anyhow};
use scraper::{ElementRef, Html, Selector};

/// A site that `cargo book build` has written.
pub(crate) struct Site {
    /// The title of the book.
    pub(crate) title: String,
    /// The language of the book, such as `en`.
    pub(crate) language: String,
    /// The title of the table of contents, in the language of the book.
    pub(crate) contents: String,
    /// The pages in the order of the table of contents.
    pub(crate) pages: Vec<Page>,
}

/// A page of the site.
pub(crate) struct Page {
    /// The part of the book that begins with this page.
    pub(crate) part: Option<String>,
    /// 0 for a chapter, 1 for a page below it.
    pub(crate) depth: usize,
    /// The number in the table of contents, such as `1.2`.
    pub(crate) number: Option<String>,
    /// The title in the table of contents.
    pub(crate) title: String,
    /// The address from the root of the site, such as `attention-cues/weights.html`.
    pub(crate) name: String,
    /// The whole page.
    pub(crate) html: Html,
}

impl Site {
    /// Reads the table of contents in `folder`, and all pages that it lists.
    pub(crate) fn read(folder: &Path) -> Result<Self> {
        let contents = html(&folder.join("toc.html"))?;
        let title = contents.select(&selector("title")).next().map(text);
        let mut pages = Vec::new();
        let mut part = None;
        for entry in contents.select(&selector("li.part-title, a[href]")) {
            if entry.value().name() == "li" {
                part = Some(text(entry));
                continue;
            }
            let name = entry.attr("href").unwrap_or_default().to_owned();
            let number = entry.select(&selector("strong")).next().map(text);
            let title = text(entry);
            let title =
                number.as_ref().and_then(|number| title.strip_prefix(number)).unwrap_or(&title);
            let lists = entry.ancestors().filter_map(ElementRef::wrap);
            pages.push(Page {
                part: part.take(),
                depth: lists.filter(|list| list.value().name() == "ol").count().saturating_sub(1),
                title: title.trim().to_owned(),
                number: number.map(|number| number.trim_end_matches('.').to_owned()),
                html: html(&folder.join(&name))?,
                name,
            });
        }
        let first = pages.first().ok_or_else(|| anyhow!("{}: no pages", folder.display()))?;
        let language = first.html.root_element().attr("lang").unwrap_or("en").to_owned();
        let contents = title.unwrap_or_default();
        Ok(Self { title: first.title.clone(), language, contents, pages })
    }
}

impl Page {
    /// Returns the text between the menus of the page.
    pub(crate) fn main(&self) -> Result<ElementRef<'_>> {
        let main = self.html.select(&selector("main")).next();
        main.ok_or_else(|| anyhow!("{}: no element main", self.name))
    }

    /// Returns the description in the head of the page.
    pub(crate) fn description(&self) -> String {
        let description = self.html.select(&selector("meta[name=description]")).next();
        description.and_then(|element| element.attr("content")).unwrap_or_default().to_owned()
    }

    /// Returns the address from the root of the site to which the relative address `path` leads.
    pub(crate) fn resolve(&self, path: &str) -> String {
        if path.is_empty() {
            return self.name.clone();
        }
        let mut parts = self.name.split('/').collect::<Vec<_>>();
        parts.pop();
        for part in path.split('/') {
            match part {
                ".." => drop(parts.pop()),
                "." => {}
                part => parts.push(part),
            }
        }
        parts.join("/")
    }
}

fn html(file: &Path) -> Result<Html> {
    let text = fs::read_to_string(file).with_context(|| format!("{}", file.display()))?;
    Ok(Html::parse_document(&text))
}

fn text(element: ElementRef) -> String {
    element.text().collect::<String>().trim().to_owned()
}

pub(crate) fn selector(selector: &str) -> Selector {
    Selector::parse(selector).expect("the selector is valid")
}

#[cfg(test)]
mod tests {
    use super::{Html, Page};

    #[test]
    fn an_address_starts_from_its_page() {
        let page = Page {
            part: None,
            depth: 1,
            number: None,
            title: String::new(),
            name: "array/index.html".to_owned(),
            html: Html::new_document(),
        };
        for (path, address) in [
            ("../notation.html", "notation.html"),
            ("./products.html", "array/products.html"),
            ("", "array/index.html"),
        ] {
            assert_eq!(page.resolve(path), address);
        }
    }
}
