//! Where the book explains the items of the API documentation.
//!
//! Nobody lists these places: a chapter shows the definition of an item, links to its
//! documentation, or at least names it.

use std::collections::HashMap;
use std::path::Path;

use dialect::{Heading, Manuscript, Page, url};
use mdbook_markdown::pulldown_cmark::HeadingLevel;

/// A part of the book.
#[derive(Debug, PartialEq)]
pub(crate) struct Place {
    /// The address from the root of the site.
    pub(crate) address: String,
    /// Its kind and number, such as `Section 2.3`, if it has a number.
    pub(crate) number: String,
    /// The title of a chapter, a page, or a section.
    pub(crate) title: String,
}

/// A use of an item in a chapter, the most helpful first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Use {
    Defines,
    Links,
    Names,
}

struct Mention<'a> {
    what: Use,
    /// The path of a linked item.
    target: &'a str,
    page: usize,
    offset: usize,
}

/// The uses of all items in the chapters, by name.
pub(crate) struct Explanations<'a> {
    manuscript: &'a Manuscript,
    mentions: HashMap<&'a str, Vec<Mention<'a>>>,
}

impl<'a> Explanations<'a> {
    pub(crate) fn new(manuscript: &'a Manuscript) -> Self {
        let mut found = Self { manuscript, mentions: HashMap::new() };
        for (index, page) in manuscript.pages.iter().enumerate() {
            let name = page.name();
            let is_practice = name.ends_with("/exercises") || name.contains("/solutions");
            if page.listing.number.is_some() && !is_practice {
                found.read(index, page);
            }
        }
        found
    }

    fn read(&mut self, page: usize, Page { text, scan, .. }: &'a Page) {
        let mut add = |name, what, target, offset| {
            let mention = Mention { what, target, page, offset };
            self.mentions.entry(name).or_default().push(mention);
        };
        for line in scan.fences.iter().flat_map(|fence| &fence.lines) {
            if let Some(name) = defined(&text.text[line.clone()]) {
                add(name, Use::Defines, "", line.start);
            }
        }
        for link in &scan.links {
            if let Some(path) = link.target.strip_prefix("#api:") {
                let path = path.split_once('@').map_or(path, |(_, path)| path);
                // A method is on the page of its type.
                let is_page =
                    |(index, name): &(_, &str)| *index == 0 || name.starts_with(char::is_uppercase);
                for (_, name) in path.rsplit("::").take(2).enumerate().filter(is_page) {
                    add(name, Use::Links, path, link.range.start);
                }
            }
        }
        for code in &scan.codes {
            for name in text.text[code.clone()].split(|c| !is_of_name(c)) {
                add(name, Use::Names, "", code.start);
            }
        }
    }

    /// Returns the place that explains an item. Its path starts with its crate; another item may
    /// have its name unless it `is_unique`.
    pub(crate) fn of(&self, path: &[&str], is_unique: bool) -> Option<Place> {
        let (name, modules) = path.split_last()?;
        let joined = path.join("::");
        let is_near = |mention: &&Mention| {
            let page = self.manuscript.pages[mention.page].name();
            let folder = page.split('/').next().unwrap_or(page).replace('-', "_");
            modules.contains(&&*folder)
        };
        let is_meant = |mention: &&Mention| match mention.what {
            Use::Links => {
                let rest = mention.target.strip_prefix(&joined);
                rest.is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
            }
            Use::Defines | Use::Names => is_unique || is_near(mention),
        };
        let mentions = self.mentions.get(name)?.iter().filter(is_meant);
        let best = mentions.min_by_key(|mention| {
            // Each page adds what it defines before what it links to.
            (mention.what, !is_near(mention), mention.page, mention.offset)
        })?;
        self.place(best.page, best.offset)
    }

    /// Returns the place with a label, or `None` if nothing has it.
    pub(crate) fn labeled(&self, label: &str) -> Option<Place> {
        let target = self.manuscript.labels.target(label)?;
        let page = &self.manuscript.pages[target.page];
        let (kind, _) = label.split_once(':')?;
        let word = match kind {
            "ch" => return Some(opening(page)),
            "sec" => "Section",
            "eq" => "Equation",
            "fig" => "Figure",
            "ex" => "Exercise",
            _ => return None,
        };
        let mut headings = page.scan.headings.iter();
        let heading = headings.find(|heading| heading.id == target.id);
        Some(Place {
            address: format!("{}#{}", address(page), target.id),
            number: format!("{word} {}", target.number),
            title: heading.map_or_else(String::new, |heading| heading.title.clone()),
        })
    }

    /// Returns the section that contains the byte at `offset` of a page.
    fn place(&self, page: usize, offset: usize) -> Option<Place> {
        let mut sections = self.manuscript.pages[page].scan.headings.iter();
        let is_above =
            |heading: &&Heading| heading.level == HeadingLevel::H2 && heading.range.start <= offset;
        match sections.rfind(is_above) {
            Some(section) => self.labeled(&format!("sec:{}", section.id)),
            None => Some(opening(&self.manuscript.pages[page])),
        }
    }
}

/// Returns the place of a whole page.
fn opening(page: &Page) -> Place {
    let listing = &page.listing;
    let word = if listing.appendix.is_some() { "Appendix" } else { "Chapter" };
    let number = listing.number.as_ref().filter(|_| listing.opens);
    let heading = page.scan.headings.first();
    Place {
        address: address(page),
        number: number.map_or_else(String::new, |number| format!("{word} {number}")),
        title: heading.map_or_else(String::new, |heading| heading.title.clone()),
    }
}

fn address(page: &Page) -> String {
    url(&Path::new(&page.listing.path).with_extension("html"))
}

/// Returns the name of the public item whose definition starts on a line.
fn defined(line: &str) -> Option<&str> {
    const KINDS: [&str; 8] =
        ["const", "enum", "fn", "macro_rules!", "static", "struct", "trait", "type"];
    let is_kind = |word: &&str| KINDS.contains(word);
    let mut words = line.strip_prefix("pub ")?.split(' ');
    words.next().filter(is_kind)?;
    // A constant function is of two kinds.
    words.find(|word| !is_kind(word))?.split(|c| !is_of_name(c)).next()
}

fn is_of_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}
