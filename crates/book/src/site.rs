//! Checks of the built site, from the view of a browser.
//!
//! Mistakes in the chapters have already been reported with their lines. This finds mistakes that only show
//! in the result: broken links in raw HTML or in a template, missing style sheets, and images or scripts
//! from another host.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Result;
use dialect::{Problem, files, unless};
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{
    BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer,
};
use mdbook_core::utils::{escape_html, fs::read_to_string};

use crate::{Problems, api};

/// Converts a path to an address.
pub(crate) fn url(name: &Path) -> String {
    name.to_string_lossy().replace('\\', "/")
}

/// A page that redirects, with or without a script.
const MOVED: &str = r#"<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Moved</title>
<link rel="canonical" href="{first}">
<noscript><meta http-equiv="refresh" content="0; url={first}"></noscript>
<script>
const ids = {ids};
const id = decodeURIComponent(location.hash.slice(1));
location.replace((ids[id] ?? "{first}") + location.hash);
</script>
</head>
<body><p>This chapter has <a href="{first}">pages of its own</a> now.</p></body>
</html>
"#;

/// The page for missing addresses. A host shows it at any depth, and the book may be in an unknown folder,
/// so it loads nothing, and its script finds the start of the book in the address. Without a script, its
/// link leads to the start of the folder.
const MISSING: &str = r#"<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Page not found - {title}</title>
<link rel="icon" href="data:,">
<style>
:root { color-scheme: light dark; font: 1.125rem/1.6 system-ui, sans-serif; }
body { max-width: 36rem; margin: 15vh auto; padding: 0 1rem; }
</style>
</head>
<body>
<main>
<h1>Page not found</h1>
<p>No page has this address. The book starts here: <a href="./">{title}</a></p>
</main>
<script>
const folders = {folders};
const parts = location.pathname.replace(/\/$/, "").split("/");
const first = parts.findIndex(part => folders.includes(part));
document.querySelector("a").href = location.origin + parts.slice(0, first).join("/") + "/";
</script>
</body>
</html>
"#;

/// The identifiers, links, and resources of one page or style sheet.
#[derive(Default)]
struct Page {
    /// The chapter that the page once belonged to, from `<!-- was chapter -->`.
    was: Option<String>,
    ids: HashSet<String>,
    /// The links that a reader may follow.
    links: Vec<String>,
    /// The files that the browser loads; for a style sheet, only files from other hosts.
    resources: Vec<String>,
    has_unnamed_picture: bool,
}

/// A site whose pages have been read.
#[derive(Default)]
pub(crate) struct Looked {
    pages: BTreeMap<PathBuf, Page>,
    files: HashSet<PathBuf>,
}

impl Looked {
    /// Reads all files of a site, but only lists the API documentation.
    pub(crate) fn at(site: &Path) -> Result<Self> {
        let mut looked = Self::default();
        if !site.join(api::FOLDER).exists() {
            // Links to items that are not documented yet lead there.
            looked.files.insert(api::FOLDER.into());
        }
        for file in files(site)? {
            let name = file.strip_prefix(site).unwrap_or(&file);
            if is_of_book(name) {
                looked.look(site, name)?;
            }
            looked.files.insert(name.to_owned());
        }
        Ok(looked)
    }

    /// Reads one page in a folder, or reads it again.
    pub(crate) fn look(&mut self, folder: &Path, name: &Path) -> Result<()> {
        let page = Page::read(&folder.join(name))?;
        self.pages.insert(name.to_owned(), page);
        Ok(())
    }

    /// Returns all pages of the book.
    pub(crate) fn pages(&self) -> impl Iterator<Item = &PathBuf> {
        let files = self.files.iter();
        files.filter(|name| is_of_book(name) && extension(name) == "html")
    }

    /// Returns a redirecting page for each folder of pages, under the address of the former one-page
    /// chapter. Links to the chapter or to parts of it lead to their new addresses.
    pub(crate) fn moved(&self) -> Vec<(PathBuf, String)> {
        let opens = |page: &&PathBuf| {
            page.ends_with("index.html") && page.components().count() > 1
        };
        let mut moved = Vec::new();
        for first in self.pages().filter(opens) {
            let folder = first.parent().unwrap_or(first);
            let is_of_chapter = |(name, page): &(&PathBuf, &Page)| {
                name.starts_with(folder)
                    || page.was.as_deref().map(Path::new) == Some(folder)
            };
            let mut pages: Vec<_> = self.pages.iter().filter(is_of_chapter).collect();
            // For equal identifiers, the last page wins, so the pages that are still in the chapter come
            // last.
            pages.sort_by_key(|(name, _)| name.starts_with(folder));
            let pages = pages.into_iter();
            let ids: BTreeMap<&str, String> = pages
                .flat_map(|(name, page)| {
                    page.ids.iter().map(move |id| (&**id, url(name)))
                })
                .filter(|(id, _)| !id.starts_with("mdbook-") && !id.starts_with("fa-"))
                .collect();
            let ids = serde_json::to_string(&ids).unwrap_or_default();
            let first = url(first);
            let text = MOVED.replace("{first}", &first).replace("{ids}", &ids);
            moved.push((folder.with_extension("html"), text));
        }
        moved
    }

    /// Returns the page for missing addresses, with the title of the book.
    pub(crate) fn missing(&self, title: &str) -> String {
        let files = self.files.iter();
        let inside = files.filter(|file| file.components().count() > 1);
        let folders =
            inside.filter_map(|file| Some(file.iter().next()?.to_string_lossy()));
        let folders: BTreeSet<_> = folders.chain([api::FOLDER.into()]).collect();
        let folders = serde_json::to_string(&folders).unwrap_or_default();
        MISSING
            .replace("{title}", &escape_html(title))
            .replace("{folders}", &folders)
    }

    /// Checks all pages of a site, or `only` some of them.
    pub(crate) fn check(
        &self,
        site: &Path,
        only: Option<&[PathBuf]>,
    ) -> Result<(), Problems> {
        let mut problems = Vec::new();
        for (name, page) in &self.pages {
            if only.is_none_or(|only| only.contains(name)) {
                let messages = self.messages(site, name, page).into_iter();
                problems.extend(messages.map(|message| problem(name, message)));
            }
        }
        unless(problems, ()).map_err(Problems)
    }

    fn messages(&self, site: &Path, name: &Path, page: &Page) -> Vec<String> {
        let mut messages = Vec::new();
        if page.has_unnamed_picture {
            messages.push("a picture without alternative text".to_owned());
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
        let found = match target.strip_prefix('/') {
            _ if target.is_empty() => page.to_owned(),
            Some(from_root) => PathBuf::from(from_root),
            None => dialect::resolve(page, target)?,
        };
        self.files.contains(&found).then_some(found)
    }

    fn has_id(&self, site: &Path, page: &Path, id: &str) -> bool {
        match self.pages.get(page) {
            _ if id.is_empty() => true,
            Some(page) => page.ids.contains(id),
            // Few links lead to pages of the API documentation, and rustdoc writes all ids in the same
            // form.
            None => fs::read_to_string(site.join(page))
                .is_ok_and(|text| text.contains(&format!(" id=\"{id}\""))),
        }
    }
}

/// Checks that the API documentation loads nothing from another host. rustdoc has checked the links, and
/// the structure of the pages depends on its version.
pub(crate) fn check_api(folder: &Path, files: &[PathBuf]) -> Result<()> {
    let mut problems = Vec::new();
    for file in files {
        let name = file.strip_prefix(folder).unwrap_or(file);
        let name = Path::new(api::FOLDER).join(name);
        let resources = Page::read(file)?.resources;
        let foreign = resources.iter().filter(|file| is_foreign(file));
        problems.extend(foreign.map(|file| problem(&name, from_another_host(file))));
    }
    Ok(unless(problems, ()).map_err(Problems)?)
}

fn problem(name: &Path, message: String) -> Problem {
    Problem::new(url(name), 1, message)
}

fn from_another_host(file: &str) -> String {
    format!("loads {file} from another host")
}

fn is_foreign(target: &str) -> bool {
    let start = target.get(..6).unwrap_or(target).to_ascii_lowercase();
    let mut schemes = ["http:", "https:", "//"].iter();
    schemes.any(|scheme| start.starts_with(scheme))
}

fn is_of_book(name: &Path) -> bool {
    !name.starts_with(api::FOLDER)
}

fn extension(name: &Path) -> &str {
    let extension = name.extension().and_then(|extension| extension.to_str());
    extension.unwrap_or_default()
}

impl Page {
    fn read(file: &Path) -> Result<Self> {
        Ok(match extension(file) {
            "html" => Self::of_html(&read_to_string(file)?),
            "css" => Self::of_style_sheet(&read_to_string(file)?),
            _ => Self::default(),
        })
    }

    fn of_style_sheet(text: &str) -> Self {
        let loaded = text.split("url(").chain(text.split("@import")).skip(1);
        let targets = loaded.map(|rest| {
            let rest = rest.trim_start_matches(['"', '\'', ' ']);
            rest.split([')', '"', '\'']).next().unwrap_or_default()
        });
        let foreign = targets.filter(|target| is_foreign(target));
        Self {
            resources: foreign.map(str::to_owned).collect(),
            ..Self::default()
        }
    }

    fn of_html(text: &str) -> Self {
        let input = BufferQueue::default();
        input.push_back(StrTendril::from(text));
        let tokenizer = Tokenizer::new(Reader::default(), Default::default());
        // Scripts are not run, so there is nothing to wait for.
        let _ = tokenizer.feed(&input);
        tokenizer.end();
        tokenizer.sink.0.into_inner()
    }

    fn tag(&mut self, tag: &Tag) {
        let value = |name: &str| {
            let mut attributes = tag.attrs.iter();
            let found = attributes.find(|one| &*one.name.local == name)?;
            Some(found.value.to_string())
        };
        self.ids.extend(value("id"));
        self.resources.extend(value("src"));
        self.resources.extend(value("poster"));
        // A page loads them when it needs them.
        self.resources.extend(value("data-script"));
        self.resources.extend(value("data-module"));
        match &*tag.name {
            "a" => self.links.extend(value("href")),
            "object" => self.resources.extend(value("data")),
            "image" => self.resources.extend(value("href")),
            "link" => {
                let rel = value("rel").unwrap_or_default();
                if !matches!(&*rel, "canonical" | "alternate") {
                    self.resources.extend(value("href"));
                }
            }
            "img" if value("alt").is_none_or(|text| text.is_empty()) => {
                self.has_unnamed_picture = true;
            }
            _ => {}
        }
    }
}

/// Collects the results of the tokenizer.
#[derive(Default)]
struct Reader(RefCell<Page>);

impl TokenSink for Reader {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        if let Token::CommentToken(text) = &token
            && let Some(chapter) = text.trim().strip_prefix("was ")
        {
            self.0.borrow_mut().was = Some(chapter.to_owned());
        }
        let Token::TagToken(tag) = token else {
            return TokenSinkResult::Continue;
        };
        if tag.kind == TagKind::EndTag {
            return TokenSinkResult::Continue;
        }
        self.0.borrow_mut().tag(&tag);
        match &*tag.name {
            "script" => TokenSinkResult::RawData(RawKind::ScriptData),
            "style" => TokenSinkResult::RawData(RawKind::Rawtext),
            _ => TokenSinkResult::Continue,
        }
    }
}
