//! Checks of the built site, from the view of a browser.
//!
//! Mistakes in the chapters have already been reported with their lines. This finds mistakes that
//! only show in the result: broken links in raw HTML or in a template, missing style sheets, and
//! images or scripts from another host.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Result;
use dialect::{Problem, Problems, files, url};
use mdbook_core::utils::escape_html;

use crate::links::{Links, from_another_host, is_foreign};
use crate::{Book, api};

/// A page that redirects, with or without a script.
const MOVED: &str = include_str!("site/moved.html");

/// The page for missing addresses. A host shows it at any depth, and the book may be in an unknown
/// folder, so it loads nothing, and its script finds the start of the book in the address. Without
/// a script, its link leads to the start of the folder.
const MISSING: &str = include_str!("site/missing.html");

/// The files of a site, and the links of each page.
#[derive(Default)]
pub(crate) struct SiteIndex {
    pages: BTreeMap<PathBuf, Links>,
    files: HashSet<PathBuf>,
}

impl SiteIndex {
    pub(crate) fn add(&mut self, name: &Path, links: Links) {
        self.pages.insert(name.to_owned(), links);
    }

    /// Lists all files of a site, and reads its style sheets and the pages that have not been
    /// added. The API documentation has been checked.
    pub(crate) fn complete(&mut self, site: &Path) -> Result<()> {
        if !site.join(api::FOLDER).exists() {
            // Links to items that are not documented yet lead there.
            self.files.insert(api::FOLDER.into());
        }
        for file in files(site)? {
            let name = file.strip_prefix(site).unwrap_or(&file);
            if !name.starts_with(api::FOLDER) && !self.pages.contains_key(name) {
                self.add(name, Links::read(&file)?);
            }
            self.files.insert(name.to_owned());
        }
        Ok(())
    }

    /// Returns a redirecting page for each folder of pages, under the address of the former
    /// one-page chapter. Links to the chapter or to parts of it lead to their new addresses.
    pub(crate) fn moved(&self, book: &Book) -> Vec<(PathBuf, String)> {
        let opens = |page: &&PathBuf| page.ends_with("index.html") && page.components().count() > 1;
        let mut moved = Vec::new();
        for first in self.pages.keys().filter(opens) {
            let folder = first.parent().unwrap_or(first);
            let is_of_chapter = |(name, page): &(&PathBuf, &Links)| {
                name.starts_with(folder) || page.was.as_deref().map(Path::new) == Some(folder)
            };
            let mut pages: Vec<_> = self.pages.iter().filter(is_of_chapter).collect();
            // For equal identifiers, the last page wins, so the pages that are still in the chapter
            // come last.
            pages.sort_by_key(|(name, _)| name.starts_with(folder));
            let pages = pages.into_iter();
            let ids: BTreeMap<&str, String> = pages
                .flat_map(|(name, page)| page.ids.iter().map(move |id| (&**id, url(name))))
                .filter(|(id, _)| !id.starts_with("mdbook-") && !id.starts_with("fa-"))
                .collect();
            let ids = serde_json::to_string(&ids).unwrap_or_default();
            let first = url(first);
            let text = worded(MOVED, book).replace("{first}", &first).replace("{ids}", &ids);
            moved.push((folder.with_extension("html"), text));
        }
        moved
    }

    pub(crate) fn check(&self, site: &Path, only: Option<&[PathBuf]>) -> Result<(), Problems> {
        let mut problems = Vec::new();
        for (name, page) in &self.pages {
            if only.is_none_or(|only| only.contains(name)) {
                let messages = self.messages(site, name, page).into_iter();
                problems.extend(messages.map(|message| Problem::new(url(name), 1, message)));
            }
        }
        Problems(problems).or(())
    }

    fn messages(&self, site: &Path, name: &Path, page: &Links) -> Vec<String> {
        let mut messages = Vec::new();
        if page.has_unnamed_picture {
            messages.push("a picture without alternative text".to_owned());
        }
        if let Some(text) = &page.unread_formula {
            messages.push(format!("shows the marks of a formula: {text}"));
        }
        for resource in &page.resources {
            let file = resource.split(['#', '?']).next().unwrap_or_default();
            let is_inside = resource.starts_with("data:");
            if is_foreign(resource) {
                messages.push(from_another_host(resource));
            } else if !is_inside && self.find(name, file).is_none() {
                messages.push(format!("loads {resource}, which is not in the site"));
            }
        }
        for link in &page.links {
            if is_foreign(link) || link.starts_with("mailto:") {
                continue;
            }
            let (file, fragment) = link.split_once('#').unwrap_or((link, ""));
            let wrong = match self.find(name, file) {
                None => "which is not in the site",
                Some(target) if self.has_id(site, &target, fragment) => continue,
                Some(_) => "but nothing there has that name",
            };
            messages.push(format!("links to {link}, {wrong}"));
        }
        messages
    }

    /// Returns the file of the site that a link on a page leads to.
    fn find(&self, page: &Path, target: &str) -> Option<PathBuf> {
        let mut found = match target.strip_prefix('/') {
            _ if target.is_empty() => page.to_owned(),
            Some(from_root) => PathBuf::from(from_root),
            None => dialect::resolve(page, target)?,
        };
        if target.ends_with('/') {
            found.push("index.html");
        }
        self.files.contains(&found).then_some(found)
    }

    fn has_id(&self, site: &Path, page: &Path, id: &str) -> bool {
        match self.pages.get(page) {
            _ if id.is_empty() => true,
            Some(page) => page.ids.contains(id),
            // Few links lead to pages of the API documentation, and rustdoc writes all ids in the
            // same form.
            None => fs::read_to_string(site.join(page))
                .is_ok_and(|text| text.contains(&format!(" id=\"{id}\""))),
        }
    }
}

/// Returns the page for missing addresses. It is at no fixed place, so its script finds the style
/// sheet.
pub(crate) fn missing(site: &Path, book: &Book, style: &str) -> Result<String> {
    let mut folders = BTreeSet::from([api::FOLDER.to_owned()]);
    for entry in fs::read_dir(site)? {
        let entry = entry?;
        if entry.path().is_dir() {
            folders.insert(entry.file_name().to_string_lossy().into_owned());
        }
    }
    let folders = serde_json::to_string(&folders)?;
    let title = escape_html(book.config.book.title.as_deref().unwrap_or("Start"));
    let page = worded(MISSING, book).replace("{style}", style);
    Ok(page.replace("{title}", &title).replace("{folders}", &folders))
}

/// Fills in the language and the words of a page that mdBook does not write.
fn worded(page: &str, book: &Book) -> String {
    let words = &book.words;
    let language = book.config.book.language.as_deref().unwrap_or_default();
    let page = page.replace("{language}", language).replace("{missing}", &words.missing);
    let page = page.replace("{start}", &words.start).replace("{moved}", &words.moved);
    page.replace("{divided}", &words.divided)
}
