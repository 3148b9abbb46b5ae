//! The targets to which a page or a style sheet refers, and the targets that it offers.

use std::collections::HashSet;
use std::path::Path;

use anyhow::Result;
use mdbook_core::utils::fs::read_to_string;

use crate::html::{self, Element, Node};
use crate::widgets;

/// The marks of formulas, which a reader must never see.
const MARKS: [&str; 3] = ["$`", "`$", "```math"];

/// The identifiers, links, and resources of one page or style sheet.
#[derive(Default)]
pub(crate) struct Links {
    /// The chapter that the page once belonged to, from `<!-- was chapter -->`.
    pub(crate) was: Option<String>,
    pub(crate) ids: HashSet<String>,
    /// The links that a reader may follow.
    pub(crate) links: Vec<String>,
    /// The files that the browser loads; for a style sheet, only files from other hosts.
    pub(crate) resources: Vec<String>,
    pub(crate) has_unnamed_picture: bool,
    /// A text that shows the marks of a formula instead of the formula.
    pub(crate) unread_formula: Option<String>,
}

impl Links {
    pub(crate) fn read(file: &Path) -> Result<Self> {
        Ok(match extension(file) {
            "html" => Self::of_page(&html::parse(&read_to_string(file)?)),
            "css" => Self::of_style_sheet(&read_to_string(file)?),
            _ => Self::default(),
        })
    }

    pub(crate) fn of_page(page: &[Node]) -> Self {
        let mut links = Self::default();
        links.add(page, false);
        links
    }

    fn of_style_sheet(text: &str) -> Self {
        let loaded = text.split("url(").chain(text.split("@import")).skip(1);
        let targets = loaded.map(|rest| {
            let rest = rest.trim_start_matches(['"', '\'', ' ']);
            rest.split([')', '"', '\'']).next().unwrap_or_default()
        });
        let foreign = targets.filter(|target| is_foreign(target));
        Self { resources: foreign.map(str::to_owned).collect(), ..Self::default() }
    }

    fn add(&mut self, nodes: &[Node], is_code: bool) {
        for node in nodes {
            match node {
                Node::Element(element) => {
                    self.add_element(element);
                    let is_code = is_code || ["code", "pre"].contains(&element.name());
                    self.add(&element.children, is_code);
                }
                Node::Comment(text) => {
                    let was = text.trim().strip_prefix("was ");
                    self.was = was.map(str::to_owned).or(self.was.take());
                }
                Node::Text(text) => {
                    let is_suspect = !is_code && text.contains('`');
                    if is_suspect && MARKS.iter().any(|mark| text.contains(mark)) {
                        self.unread_formula = Some(text.trim().to_owned());
                    }
                }
                Node::Verbatim(_) => {}
            }
        }
    }

    fn add_element(&mut self, element: &Element) {
        if element.name() == "img" && element.get("alt").is_none_or(str::is_empty) {
            self.has_unnamed_picture = true;
        }
        for (name, value) in element.attributes() {
            let is_loaded = match (name, element.name()) {
                ("id", _) => {
                    self.ids.insert(value.to_owned());
                    false
                }
                ("href", "a") => {
                    self.links.push(value.to_owned());
                    false
                }
                ("href", "link") => !matches!(element.get("rel"), Some("canonical" | "alternate")),
                ("src" | "poster", _) | ("href", "image") | ("data", "object") => true,
                _ => widgets::ATTRIBUTES.contains(&name),
            };
            self.resources.extend(is_loaded.then(|| value.to_owned()));
        }
    }
}

pub(crate) fn from_another_host(file: &str) -> String {
    format!("loads {file} from another host")
}

pub(crate) fn is_foreign(target: &str) -> bool {
    let start = target.get(..6).unwrap_or(target).to_ascii_lowercase();
    let mut schemes = ["http:", "https:", "//"].iter();
    schemes.any(|scheme| start.starts_with(scheme))
}

pub(crate) fn extension(name: &Path) -> &str {
    let extension = name.extension().and_then(|extension| extension.to_str());
    extension.unwrap_or_default()
}

#[cfg(test)]
mod tests;
