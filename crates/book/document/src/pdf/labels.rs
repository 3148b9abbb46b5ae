//! The places of the document to which links lead.

use std::collections::HashSet;

use crate::site::Page;

/// The labels of the pages of a document.
pub(super) struct Labels {
    pages: HashSet<String>,
    /// Those to which a link leads.
    used: HashSet<String>,
}

impl Labels {
    /// Collects all links between `pages`.
    pub(super) fn of(pages: &[&Page]) -> Self {
        let mut labels = Self {
            pages: pages.iter().map(|page| page.name.clone()).collect(),
            used: HashSet::new(),
        };
        for page in pages {
            for link in page.html.select(&crate::site::selector("main a[href]")) {
                let target = labels.target(page, link.attr("href").unwrap_or_default());
                labels.used.extend(target.map(|(_, label)| label));
            }
        }
        labels
    }

    /// Returns the page and the label to which `href` leads, if the document has this page.
    pub(super) fn target(&self, from: &Page, href: &str) -> Option<(String, String)> {
        let (path, id) = href.split_once('#').unwrap_or((href, ""));
        let page = from.resolve(path);
        let label = label(&page, id);
        self.pages.contains(&page).then_some((page, label))
    }

    /// Returns the label of an element of `page`, if a link leads to it.
    pub(super) fn of_element(&self, page: &Page, id: &str) -> Option<String> {
        Some(label(&page.name, id)).filter(|label| self.used.contains(label))
    }
}

/// Returns the label of the element `id` of `page`, or of the page itself if there is no `id`.
pub(super) fn label(page: &str, id: &str) -> String {
    let page = page.trim_end_matches(".html").replace('/', ":");
    format!("{page}:{}", if id.is_empty() { "top" } else { id })
}
