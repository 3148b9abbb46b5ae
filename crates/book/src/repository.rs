//! Links from the pages to the repository, if `book.toml` names it.

use std::path::Path;

use dialect::url;

use crate::Book;
use crate::html::{self, Element, Node};

/// The address at which a page is edited, as hosts with issue forms have it.
pub(crate) const EDIT: &str = "{repository}/edit/main/{path}";

/// The address at which a mistake is reported, in the form `.github/ISSUE_TEMPLATE/mistake.yml`.
pub(crate) const REPORT: &str = "{repository}/issues/new?template=mistake.yml&title={title}";

/// Adds links to edit the page and to report a mistake below the text of the page that is made from
/// `source`, a path in `src`.
pub(crate) fn add_links(page: &mut Vec<Node>, source: &Path, book: &Book) {
    let heading = html::find(page, "main").and_then(|main| html::find(&mut main.children, "h1"));
    let (Some(heading), Some(repository)) = (heading, &book.repository) else {
        return;
    };
    let title = book.words.mistake.replace("{title}", heading.text().trim());
    let path = format!("src/{}", url(source));
    let filled = |template: &str| {
        let address = template.replace("{repository}", repository);
        address.replace("{path}", &encoded(&path)).replace("{title}", &encoded(&title))
    };
    let link = |template, rel, text: &str| {
        let mut link = Element::new("a", &[("href", &*filled(template)), ("rel", rel)]);
        link.children.push(Node::Text(text.into()));
        Node::Element(link)
    };
    let mut footer = Element::new("footer", &[("class", "corrections")]);
    footer.children = vec![
        link(&book.edit, "edit", &book.words.edit),
        Node::Text(" ".into()),
        link(&book.report, "help", &book.words.report),
    ];
    if let Some(siblings) = html::siblings(page, "main") {
        siblings.push(Node::Element(footer));
    }
}

/// Returns the text as a part of an address.
fn encoded(text: &str) -> String {
    let bytes = text.bytes().map(|byte| match byte {
        b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
            char::from(byte).to_string()
        }
        byte => format!("%{byte:02X}"),
    });
    bytes.collect()
}
