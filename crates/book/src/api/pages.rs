//! The pages of the API documentation as part of the site.
//!
//! rustdoc knows nothing of the book, so its pages are edited on their way into the site. We add to
//! each page a way back to the book. In a documentation comment, `[Section 2.3](#sec:name)` becomes
//! a link to that section, and a formula is written as in a chapter. Elsewhere, such as in
//! `cargo doc`, both can be read as they are.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use anyhow::Result;
use dialect::{Manuscript, Problem, Problems, Source, files, url};
use mdbook_core::utils::escape_html;
use mdbook_core::utils::fs::{copy_files_except_ext, create_dir_all, write};

use super::{Api, FOLDER};
use crate::Book;
use crate::explained::{Explanations, Place};
use crate::formulas::Formulas;
use crate::html::{self, Node};
use crate::links::extension;
use crate::place::up;

/// The start of the content of a page, up to its attributes.
const CONTENT: &str = "<section id=\"main-content\"";

/// The page in whose frame we write the first page, which rustdoc does not write.
const FRAME: &str = "help.html";

const FIRST: &str = "index.html";

/// Inline and displayed formulas in HTML from rustdoc, and whether they are displayed.
const FORMULAS: [(&str, &str, bool); 2] = [
    ("$<code>", "</code>$", false),
    (
        "<div class=\"example-wrap\"><pre class=\"language-math\"><code>",
        "</code></pre></div>",
        true,
    ),
];

impl Api {
    /// Writes the documentation into the folder `site`. A wrong reference or formula is one of the
    /// [`Problems`].
    pub(crate) fn write(
        &self,
        site: &Path,
        book: &Book,
        manuscript: &Manuscript,
        formulas: &mut Formulas,
    ) -> Result<()> {
        let target = site.join(FOLDER);
        create_dir_all(&target)?;
        copy_files_except_ext(&self.folder, &target, true, None, &["html"])?;
        // Only some versions of rustdoc write it.
        let _ = fs::remove_file(target.join(".lock"));
        write(target.join("book.css"), include_str!("book.css"))?;
        let mut pages = Vec::new();
        for file in files(&self.folder)? {
            let name = url(file.strip_prefix(&self.folder).unwrap_or(&file));
            if name.ends_with(".html") {
                pages.push((name, fs::read_to_string(file)?));
            }
        }
        let first = first(&pages, book);
        pages.extend(first.map(|text| (FIRST.to_owned(), text)));
        let mut writer = Writer {
            book,
            explanations: Explanations::new(manuscript),
            items: Items::of(&pages),
            formulas,
            problems: Vec::new(),
        };
        for (name, text) in &pages {
            write(target.join(name), writer.page(name, text))?;
        }
        Ok(Problems(writer.problems).or(())?)
    }
}

/// Returns whether a page is about an item that another page documents.
fn redirects(text: &str) -> bool {
    text.split("</head>").next().is_some_and(|head| head.contains("http-equiv=\"refresh\""))
}

/// Returns the path of the item on a page, or `None` if the page is not about an item.
fn path(page: &str) -> Option<Vec<&str>> {
    let mut path: Vec<_> = page.split('/').collect();
    let file = path.pop()?;
    if file != FIRST {
        let (_kind, name) = file.split_once('.')?;
        path.push(name.strip_suffix(".html")?);
    }
    (path.first()? != &"src").then_some(path)
}

/// The names and labels of all items.
struct Items<'a> {
    /// The number of items with each name.
    names: HashMap<&'a str, usize>,
    /// For some pages, the label with which the documentation begins.
    labels: HashMap<&'a str, &'a str>,
}

impl<'a> Items<'a> {
    fn of(pages: &'a [(String, String)]) -> Self {
        let mut items = Self { names: HashMap::new(), labels: HashMap::new() };
        for (page, text) in pages.iter().filter(|(_, text)| !redirects(text)) {
            if let Some(path) = path(page) {
                *items.names.entry(path[path.len() - 1]).or_default() += 1;
                items.labels.extend(first_label(text).map(|label| (&**page, label)));
            }
        }
        items
    }
}

/// Returns the first label in the first paragraph of the documentation of an item.
fn first_label(text: &str) -> Option<&str> {
    let (_, documentation) = text.split_once("<details class=\"toggle top-doc\"")?;
    let (paragraph, _) = documentation.split_once("</p>")?;
    let (_, link) = paragraph.split_once(" href=\"#")?;
    link.split_once('"').map(|(label, _)| label).filter(|label| label.contains(':'))
}

struct Writer<'a> {
    book: &'a Book,
    explanations: Explanations<'a>,
    items: Items<'a>,
    formulas: &'a mut Formulas,
    problems: Vec<Problem>,
}

impl Writer<'_> {
    /// Returns the page of the site for a page from rustdoc.
    fn page(&mut self, name: &str, text: &str) -> String {
        let Some((head, body)) = text.split_once("</head>").filter(|_| !redirects(text)) else {
            return text.to_owned();
        };
        let up = up(&Path::new(FOLDER).join(name));
        let mut sheets = vec![format!("{FOLDER}/book.css")];
        // The long pages of sources show comments as they are.
        let is_source = name.starts_with("src/");
        let mut body = match is_source {
            true => body.to_owned(),
            false => self.with_references(body, &up, name),
        };
        if !is_source && FORMULAS.iter().any(|(start, ..)| body.contains(start)) {
            sheets.push("katex/katex.min.css".to_owned());
            for (start, end, display) in FORMULAS {
                body = self.with_formulas(&body, start, end, display, name);
            }
        }
        let mut page = head.to_owned();
        for sheet in sheets {
            page += &format!("<link rel=\"stylesheet\" href=\"{up}{sheet}\">");
        }
        if let Some(site) = &self.book.address {
            let address = format!("{site}{FOLDER}/{name}");
            page += &format!("<link rel=\"canonical\" href=\"{}\">", escape_html(&address));
        }
        page += "</head>";
        let start = body.find(CONTENT).unwrap_or(body.len());
        let start = body[start..].find('>').map_or(body.len(), |end| start + end + 1);
        let (before, content) = body.split_at(start);
        page += before;
        // Another version of rustdoc may write other pages, which are still of use.
        if !content.is_empty() {
            page += &self.way_back(&up, name);
        }
        page += content;
        page
    }

    /// Returns links to the book, and to the section that explains the item of a page.
    fn way_back(&self, up: &str, name: &str) -> String {
        let title = self.book.config.book.title.as_deref().unwrap_or("Start");
        let mut links = vec![("index.html".to_owned(), title.to_owned())];
        let place = self.place(name);
        links.extend(place.map(|Place { address, number, title }| {
            let parts = [number, title].into_iter().filter(|part| !part.is_empty());
            (address, parts.collect::<Vec<_>>().join(": "))
        }));
        let links = links.iter().map(|(address, text)| {
            format!("<a href=\"{up}{}\">{}</a>", escape_html(address), escape_html(text))
        });
        let links: String = links.collect();
        format!("<nav class=\"book\" aria-label=\"{}\">{links}</nav>", escape_html(title))
    }

    /// Returns the section that explains the item of a page, or the chapter of its module.
    fn place(&self, page: &str) -> Option<Place> {
        let path = path(page)?;
        let labeled = |page: &str| self.explanations.labeled(self.items.labels.get(page)?);
        // Chapters use the names of modules, such as `data`, for other things.
        let is_unique = !page.ends_with(FIRST) && self.items.names.get(path.last()?) == Some(&1);
        let module = |depth| labeled(&format!("{}/{FIRST}", path[..depth].join("/")));
        labeled(page)
            .or_else(|| self.explanations.of(&path, is_unique))
            .or_else(|| (1..path.len()).rev().find_map(module))
    }

    /// Lets references lead into the book.
    fn with_references(&mut self, text: &str, up: &str, page: &str) -> String {
        const HREF: &str = " href=\"#";
        let mut parts = text.split(HREF);
        let mut edited = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let label = part.split_once('"').map_or("", |(label, _)| label);
            let is_label = ["ch:", "eq:", "ex:", "fig:", "sec:"].iter();
            if !is_label.clone().any(|kind| label.starts_with(kind)) {
                edited.extend([HREF, part]);
                continue;
            }
            let rest = &part[label.len()..];
            let shown = rest.split_once("</a>").map_or("", |(link, _)| link);
            let shown = shown.split_once('>').map_or("", |(_, shown)| shown);
            let link = format!("[{shown}](#{label})");
            match self.explanations.labeled(label) {
                Some(Place { address, number, title }) => {
                    let numbered = number.split_once(' ').map_or("", |(_, number)| number);
                    let titled = format!("{numbered} {}", escape_html(&title));
                    if shown != number && !(label.starts_with("ch:") && shown == titled) {
                        let message = format!("`{shown}` with the label `{label}` is {number}");
                        self.complain(&link, page, message);
                    }
                    edited.extend([" href=\"", up, &address, rest]);
                }
                None => {
                    let message = format!("nothing has the label `{label}`");
                    self.complain(&link, page, message);
                }
            }
        }
        edited
    }

    /// Typesets the formulas between `start` and `end`.
    fn with_formulas(
        &mut self,
        text: &str,
        start: &str,
        end: &str,
        display: bool,
        page: &str,
    ) -> String {
        let mut parts = text.split(start);
        let mut edited = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let Some((escaped, rest)) = part.split_once(end) else {
                edited.extend([start, part]);
                continue;
            };
            let tex: String = html::parse(escaped).iter().map(Node::text).collect();
            match self.formulas.typeset(&tex, display) {
                Ok(html) if display => edited.extend(["<div class=\"equation\">", html, "</div>"]),
                Ok(html) => edited.push_str(html),
                Err(message) => {
                    let line = tex.trim().lines().next().unwrap_or_default();
                    self.complain(line, page, message);
                }
            }
            edited.push_str(rest);
        }
        edited
    }

    /// Adds a problem in the documentation comment that contains `text`, or on a page if no source
    /// does.
    fn complain(&mut self, text: &str, page: &str, message: String) {
        let root = &self.book.root;
        let folders = self.book.api.iter().filter_map(|package| package.parent());
        let mut sources = folders.flat_map(|folder| files(&root.join(folder)).unwrap_or_default());
        let place = sources.find_map(|file| {
            let name = file.strip_prefix(root).ok().filter(|name| extension(name) == "rs")?;
            let source = Source::read(root, url(name)).ok()?;
            source.text.contains(text).then(|| (url(name), source.line_of(text)))
        });
        let (file, line) = place.unwrap_or_else(|| (format!("{FOLDER}/{page}"), 1));
        let problem = Problem::new(file, line, message);
        // Several pages may show the same comment.
        if !self.problems.contains(&problem) {
            self.problems.push(problem);
        }
    }
}

/// Returns the page that lists the crates, in the frame of another page.
fn first(pages: &[(String, String)], book: &Book) -> Option<String> {
    let (_, frame) = pages.iter().find(|(name, _)| name == FRAME)?;
    let mut crates = String::new();
    for (name, text) in pages {
        let Some(folder) = name.strip_suffix("/index.html").filter(|name| !name.contains('/'))
        else {
            continue;
        };
        let is_item = |(name, _): &(String, String)| {
            path(name).is_some_and(|path| path.len() > 1 && path[0] == folder)
        };
        if pages.iter().any(is_item) {
            let (_, description) = text.split_once("<meta name=\"description\" content=\"")?;
            let (description, _) = description.split_once('"')?;
            crates += &format!(
                "<dt><a class=\"mod\" href=\"{name}\">{folder}</a></dt><dd>{description}</dd>"
            );
        }
    }
    let what = "API documentation";
    let title = book.config.book.title.as_deref().unwrap_or_default();
    let mut page = html::parse(frame);
    html::find(&mut page, "title")?.children = vec![Node::Text(format!("{what} - {title}").into())];
    let heading = format!("<h1>{what}</h1><rustdoc-toolbar></rustdoc-toolbar>");
    let content = format!(
        "<div class=\"main-heading\">{heading}</div><dl class=\"item-table\">{crates}</dl>"
    );
    let main = &mut html::find(&mut page, "main")?.children;
    html::find(main, "section")?.children = vec![Node::Verbatim(content.into())];
    Some(html::written(&page))
}
