//! Turns a page from mdBook into the page for readers.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Result;
use mdbook_core::utils::fs::read_to_string;

use crate::Book;
use crate::formulas::{self, Formulas};
use crate::french;
use crate::head::{self, Picture};
use crate::highlight;
use crate::html::{self, Node};
use crate::links::Links;
use crate::markup::Page;
use crate::place::{Place, up};
use crate::repository;
use crate::search;
use crate::style;

/// The parts of the site to which every page refers.
pub(crate) struct Names {
    pub(crate) style: String,
    pub(crate) index: String,
    /// The pages in the order of the book.
    pub(crate) pages: Vec<PathBuf>,
    /// The first figure of the book.
    pub(crate) picture: Option<Picture>,
}

impl Names {
    /// Collects the names of a site whose names of files have no hashes.
    pub(crate) fn plain(pages: &[Page]) -> Self {
        Self::new(pages, style::NAME.to_owned(), search::NAME.to_owned())
    }

    pub(crate) fn new(pages: &[Page], style: String, index: String) -> Self {
        let first = pages.iter().find(|page| page.text.contains("<figure "));
        Self {
            style,
            index,
            pages: pages.iter().map(|page| Path::new(&page.path).with_extension("html")).collect(),
            picture: first.and_then(|page| Picture::first(&mut html::parse(&page.text))),
        }
    }

    /// Returns the place of a page, or `None` for the table of contents, which is not in itself.
    fn place(&self, name: &Path) -> Option<Place> {
        let is_root = name == Path::new("index.html");
        let position = self.pages.iter().position(|page| page == name);
        let position = position.or(is_root.then_some(0))?;
        Some(Place {
            name: name.to_owned(),
            source: self.pages[position].with_extension("md"),
            position,
        })
    }
}

/// Edits the page `name` in `folder`, which will be in `site`, and returns what it refers to.
pub(crate) fn finish(
    folder: &Path,
    site: &Path,
    name: &Path,
    formulas: &Formulas,
    names: &Names,
    book: &Book,
) -> Result<Links> {
    let file = folder.join(name);
    let mut page = html::parse(&book.words.fill(&read_to_string(&file)?)?);
    let up = up(name);
    if let Some(place) = names.place(name) {
        head::describe(&mut page, &place, names.picture.as_ref(), book);
        repository::add_links(&mut page, &place.source, book);
    }
    let mut editor = Editor {
        formulas,
        has_formulas: false,
        renamed: [
            (format!("{up}{}", style::NAME), format!("{up}{}", names.style)),
            (format!("{up}{}", search::NAME), format!("{up}{}", names.index)),
        ],
    };
    editor.edit(&mut page);
    if editor.has_formulas
        && let Some(head) = html::find(&mut page, "head")
    {
        let fonts = style::fonts(site, &up).into_iter().map(Node::Element);
        let sheet = head.children.iter().position(
            |node| matches!(node, Node::Element(link) if link.get("rel") == Some("stylesheet")),
        );
        let at = sheet.unwrap_or(head.children.len());
        head.children.splice(at..at, fonts);
    }
    fs::write(file, html::written(&page))?;
    Ok(Links::of_page(&page))
}

struct Editor<'a> {
    formulas: &'a Formulas,
    has_formulas: bool,
    /// The addresses in the template, and the addresses of the files.
    renamed: [(String, String); 2],
}

impl Editor<'_> {
    fn edit(&mut self, nodes: &mut Vec<Node>) {
        french::mark_parts(nodes, "span", french::quoted);
        for node in nodes {
            let Node::Element(element) = node else {
                continue;
            };
            match element.name() {
                formulas::MARK => {
                    self.has_formulas = true;
                    *node = Node::Verbatim(self.formulas.html(element).into());
                    continue;
                }
                "code" if element.has_class("language-rust") => {
                    highlight::color(element);
                    for node in &mut element.children {
                        mark_strings(node);
                    }
                }
                "code" if element.get("class").is_some() => {
                    french::mark_parts(&mut element.children, "span", french::columns);
                }
                // Their texts have no elements.
                "title" | "desc" => {}
                // The empty corner of a table is not a column heading.
                "th" if element.children.is_empty() => element.rename("td"),
                "link" => {
                    let address = element.get("href");
                    let mut renamed = self.renamed.iter();
                    if let Some((_, new)) = renamed.find(|old| address == Some(&old.0)) {
                        element.set("href", new);
                    }
                }
                // A `span` would end the drawing.
                "text" => {
                    french::mark(element);
                    if element.get("lang").is_none() {
                        french::mark_parts(&mut element.children, "tspan", french::quoted);
                    }
                }
                name => {
                    if ["code", "em", "strong", "td"].contains(&name) {
                        french::mark(element);
                    }
                    self.edit(&mut element.children);
                }
            }
        }
    }
}

/// Marks the French in the strings and comments of colored code.
fn mark_strings(node: &mut Node) {
    if let Node::Element(element) = node {
        if element.has_class("hljs-string") || element.has_class("hljs-comment") {
            french::mark_parts(&mut element.children, "span", french::columns);
        }
        element.children.iter_mut().for_each(mark_strings);
    }
}
