//! The built site, looked at as a browser would.
//!
//! The chapters have been checked with their lines already. This finds what only shows in the result:
//! a link in raw HTML or in a template, a style sheet that is not there, a picture or script that
//! would be loaded from another host.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

use dialect::Problem;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{
    BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer,
};

use crate::{Error, api};

/// Pages that repeat or redirect to others.
const NOT_CHAPTERS: [&str; 4] = ["print.html", "toc.html", "404.html", "index.html"];

/// What one page holds and asks for.
#[derive(Default)]
struct Page {
    ids: HashSet<String>,
    /// What a reader may follow.
    links: Vec<String>,
    /// What the browser loads.
    resources: Vec<String>,
    unnamed_pictures: usize,
}

/// A site whose pages have been looked at.
#[derive(Default)]
pub(crate) struct Looked {
    pages: HashMap<PathBuf, Page>,
    files: HashSet<PathBuf>,
    problems: Vec<Problem>,
}

impl Looked {
    /// Looks at all files of a site. The API documentation is only listed, and so is the page for
    /// printing, which repeats all others under one roof.
    pub(crate) fn at(site: &Path) -> Result<Self, Error> {
        let mut files = Vec::new();
        list(site, &mut files)?;
        let mut looked = Self::default();
        for file in files {
            let name = file.strip_prefix(site).unwrap_or(&file).to_owned();
            let text =
                || fs::read_to_string(&file).map_err(Error::file(&file, "cannot read"));
            match extension(&name) {
                _ if !is_of_book(&name) || name == Path::new("print.html") => {}
                "html" => looked.look(name.clone(), &text()?),
                "css" => looked.problems.extend(style_sheet(&name, &text()?)),
                _ => {}
            }
            looked.files.insert(name);
        }
        Ok(looked)
    }

    /// Looks at one page, perhaps again.
    pub(crate) fn look(&mut self, name: PathBuf, text: &str) {
        self.pages.insert(name, Page::read(text));
    }

    /// All pages of the book.
    pub(crate) fn pages(&self) -> impl Iterator<Item = &PathBuf> {
        let files = self.files.iter();
        files.filter(|name| is_of_book(name) && extension(name) == "html")
    }

    /// How many chapters there are.
    pub(crate) fn chapters(&self) -> usize {
        let names = self.pages.keys();
        let other =
            |name: &Path| NOT_CHAPTERS.iter().any(|other| name == Path::new(other));
        names.filter(|name| !other(name)).count()
    }

    /// What is wrong on the pages, or on these alone.
    pub(crate) fn check(
        &self,
        site: &Path,
        only: Option<&[PathBuf]>,
    ) -> Result<(), Error> {
        let mut problems = self.problems.clone();
        for (name, page) in &self.pages {
            if only.is_none_or(|only| only.contains(name)) {
                problems.extend(self.page_problems(site, name, page));
            }
        }
        fail_on(problems)
    }
}

/// What is wrong on the pages of the API documentation. rustdoc has checked their links, and how it
/// builds a page is up to its version.
pub(crate) fn check_api(folder: &Path, files: &[PathBuf]) -> Result<(), Error> {
    let mut problems = Vec::new();
    for file in files {
        let name =
            Path::new(api::FOLDER).join(file.strip_prefix(folder).unwrap_or(file));
        let text =
            || fs::read_to_string(file).map_err(Error::file(file, "cannot read"));
        match extension(&name) {
            "html" => {
                let page = Page::read(&text()?);
                let foreign = page.resources.iter().filter(|file| is_foreign(file));
                let problem = |file| {
                    let message = format!("loads {file} from another host");
                    Problem::new(portable(&name), 1, message)
                };
                problems.extend(foreign.map(problem));
            }
            "css" => problems.extend(style_sheet(&name, &text()?)),
            _ => {}
        }
    }
    fail_on(problems)
}

fn fail_on(mut problems: Vec<Problem>) -> Result<(), Error> {
    problems.sort();
    match problems.is_empty() {
        true => Ok(()),
        false => Err(Error::Problems(problems)),
    }
}

fn is_of_book(name: &Path) -> bool {
    !name.starts_with(api::FOLDER)
}

fn extension(name: &Path) -> &str {
    let extension = name.extension().and_then(|extension| extension.to_str());
    extension.unwrap_or_default()
}

/// All files in a folder and in those in it.
pub(crate) fn list(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), Error> {
    for entry in fs::read_dir(folder).map_err(Error::file(folder, "cannot read"))? {
        let path = entry.map_err(Error::file(folder, "cannot read"))?.path();
        if path.is_dir() {
            list(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}

impl Page {
    fn read(text: &str) -> Self {
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
        let name = &*tag.name;
        self.ids.extend(value("id"));
        self.resources.extend(value("src"));
        self.resources.extend(value("poster"));
        match name {
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
                self.unnamed_pictures += 1;
            }
            _ => {}
        }
    }
}

/// Takes what the tokenizer finds.
#[derive(Default)]
struct Reader(RefCell<Page>);

impl TokenSink for Reader {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
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

impl Looked {
    fn page_problems(&self, site: &Path, name: &Path, page: &Page) -> Vec<Problem> {
        let shown = portable(name);
        let problem = |message: String| Problem::new(&shown, 1, message);
        let mut problems = Vec::new();
        if page.unnamed_pictures > 0 {
            problems.push(problem("a picture without alternative text".into()));
        }
        for resource in &page.resources {
            if is_foreign(resource) {
                problems.push(problem(format!("loads {resource} from another host")));
            } else if !resource.starts_with("data:") && !self.has(name, resource) {
                problems.push(problem(format!(
                    "loads {resource}, which is not in the site"
                )));
            }
        }
        // It is shown at any depth.
        if name == Path::new("404.html") {
            return problems;
        }
        for link in &page.links {
            if is_foreign(link) || link.starts_with("mailto:") {
                continue;
            }
            let (file, fragment) = link.split_once('#').unwrap_or((link, ""));
            let target = match file {
                "" => name.to_owned(),
                file => resolve(name, file),
            };
            if !self.files.contains(&target) {
                problems.push(problem(format!(
                    "links to {link}, which is not in the site"
                )));
            } else if !fragment.is_empty() && !self.has_id(site, &target, fragment) {
                problems.push(problem(format!(
                    "links to {link}, but nothing there has that name"
                )));
            }
        }
        problems
    }

    fn has(&self, page: &Path, target: &str) -> bool {
        let file = target.split(['#', '?']).next().unwrap_or(target);
        file.is_empty() || self.files.contains(&resolve(page, file))
    }

    fn has_id(&self, site: &Path, page: &Path, id: &str) -> bool {
        match self.pages.get(page) {
            Some(page) => page.ids.contains(id),
            // Few pages of the API documentation are asked for, and rustdoc writes all ids alike.
            None => fs::read_to_string(site.join(page))
                .is_ok_and(|text| text.contains(&format!(" id=\"{id}\""))),
        }
    }
}

fn portable(name: &Path) -> String {
    name.to_string_lossy().replace('\\', "/")
}

fn style_sheet(name: &Path, text: &str) -> Option<Problem> {
    let loaded = text.split("url(").chain(text.split("@import")).skip(1);
    let foreign = loaded
        .map(|rest| rest.trim_start_matches(['"', '\'', ' ']))
        .find(|target| is_foreign(target))?;
    let shown: String = foreign
        .chars()
        .take_while(|c| !matches!(c, ')' | '"' | '\''))
        .collect();
    let message = format!("loads {shown} from another host");
    Some(Problem::new(portable(name), 1, message))
}

fn is_foreign(target: &str) -> bool {
    let start = target.get(..6).unwrap_or(target).to_ascii_lowercase();
    ["http:", "https:", "//"]
        .iter()
        .any(|scheme| start.starts_with(scheme))
}

/// The file that a relative link on `page` leads to.
fn resolve(page: &Path, target: &str) -> PathBuf {
    let mut path = if target.starts_with('/') {
        PathBuf::new()
    } else {
        page.parent().unwrap_or(Path::new("")).to_owned()
    };
    for part in target.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                path.pop();
            }
            part => path.push(part),
        }
    }
    path
}
