//! Turns a page from mdBook into the page for readers.

use std::fs;
use std::path::Path;

use anyhow::Result;
use dialect::url;
use mdbook_core::utils::fs::read_to_string;

use crate::Book;
use crate::formulas::{self, Formulas};
use crate::head;
use crate::highlight;
use crate::html::{self, Node};
use crate::links::Links;
use crate::search;
use crate::style;

/// The names of the files that are written after the pages have been rendered.
pub(crate) struct Names {
    pub(crate) style: String,
    pub(crate) index: String,
}

impl Names {
    /// Returns the names if the names of files have no hashes.
    pub(crate) fn plain() -> Self {
        Self { style: style::NAME.to_owned(), index: search::NAME.to_owned() }
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
    let mut page = html::parse(&read_to_string(&file)?);
    let up = "../".repeat(url(name).matches('/').count());
    head::describe(&mut page, name, book);
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
    fn edit(&mut self, nodes: &mut [Node]) {
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
                }
                // The empty corner of a table is not a column heading.
                "th" if element.children.is_empty() => element.rename("td"),
                "link" => {
                    let address = element.get("href");
                    let mut renamed = self.renamed.iter();
                    if let Some((_, new)) = renamed.find(|old| address == Some(&old.0)) {
                        element.set("href", new);
                    }
                }
                _ => self.edit(&mut element.children),
            }
        }
    }
}
