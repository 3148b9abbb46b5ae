//! A page of the site as XHTML: without menus, controls, and hidden lines, and with its figures in
//! files of their own, which e-readers enlarge and never recolor.

use std::collections::BTreeSet;
use std::fmt::Write;

use anyhow::{Result, anyhow, bail};
use scraper::node::Node;
use scraper::{ElementRef, Html};

use super::{escape, folder, formula};
use crate::site::Page;
use crate::svg::standalone;
use crate::words::Words;

/// The columns of a listing that fit an e-reader; the code of exercises has more, in smaller type.
const COLUMNS: usize = 74;

/// A page of the EPUB.
#[derive(Default)]
pub(super) struct Content {
    /// The elements of the body.
    pub(super) body: String,
    /// Whether the body contains MathML.
    pub(super) has_formulas: bool,
    /// The name of each figure, in the folder of the page, and its drawing.
    pub(super) figures: Vec<(String, String)>,
    /// The identifiers of the page; the empty one names the page itself.
    pub(super) ids: BTreeSet<String>,
    /// The page and the identifier of each link into the book.
    pub(super) links: BTreeSet<(String, String)>,
}

struct Converter<'a> {
    page: &'a Page,
    names: &'a BTreeSet<&'a str>,
    output: &'static str,
    content: Content,
}

/// Returns the page as XHTML. `names` are the pages of the book, and `language` is its language.
pub(super) fn convert(page: &Page, names: &BTreeSet<&str>, language: &str) -> Result<Content> {
    let output = Words::of(language)?.output;
    let content = Content { ids: BTreeSet::from([String::new()]), ..Content::default() };
    let mut converter = Converter { page, names, output, content };
    converter.children(page.main()?)?;
    Ok(converter.content)
}

impl Converter<'_> {
    fn children(&mut self, parent: ElementRef) -> Result<()> {
        for child in parent.children() {
            match child.value() {
                Node::Text(text) => self.content.body += &escape(text),
                Node::Element(_) => ElementRef::wrap(child)
                    .into_iter()
                    .try_for_each(|element| self.element(element))?,
                _ => {}
            }
        }
        Ok(())
    }

    fn element(&mut self, element: ElementRef) -> Result<()> {
        let has = |class: &str| element.value().classes().any(|one| one == class);
        match element.value().name() {
            // Formulas for the eye, hidden lines, and the generic titles of boxes, which the site
            // does not show either.
            "span" if has("katex-html") || has("boring") => Ok(()),
            "p" if has("blockquote-tag-title") => Ok(()),
            "button" => Ok(()),
            "form" => self.results(element),
            "svg" => self.figure(element),
            "math" => {
                self.content.has_formulas = true;
                self.content.body += &formula::formula(element, &self.page.name)?;
                Ok(())
            }
            "a" => self.link(element),
            "span" if ["katex", "katex-mathml"].into_iter().any(has) => self.children(element),
            "span" if has("hljs-keyword") => self.copy(element, "b"),
            "span" if has("hljs-comment") => self.copy(element, "i"),
            "span" if element.value().classes().any(|one| one.starts_with("hljs-")) => {
                self.children(element)
            }
            "pre" => self.listing(element),
            name @ ("abbr" | "b" | "blockquote" | "br" | "cite" | "code" | "dd" | "del"
            | "details" | "div" | "dl" | "dt" | "em" | "figcaption" | "figure" | "h1"
            | "h2" | "h3" | "h4" | "hr" | "i" | "kbd" | "li" | "ol" | "p" | "section"
            | "span" | "strong" | "sub" | "summary" | "sup" | "table" | "tbody" | "td"
            | "th" | "thead" | "tr" | "ul") => self.copy(element, name),
            name => bail!("{}: an e-book cannot show the element `{name}`", self.page.name),
        }
    }

    fn copy(&mut self, element: ElementRef, name: &str) -> Result<()> {
        let _ = write!(self.content.body, "<{name}");
        self.attributes(element)?;
        if let "br" | "hr" = name {
            self.content.body += "/>";
            return Ok(());
        }
        self.content.body.push('>');
        self.children(element)?;
        let _ = write!(self.content.body, "</{name}>");
        Ok(())
    }

    fn attributes(&mut self, element: ElementRef) -> Result<()> {
        for (attribute, value) in element.value().attrs() {
            let quoted = escape(value);
            let _ = match attribute {
                "id" => {
                    if !self.content.ids.insert(value.to_owned()) {
                        bail!("{}: the identifier `{value}` occurs twice", self.page.name);
                    }
                    write!(self.content.body, " id=\"{quoted}\"")
                }
                "lang" => write!(self.content.body, " lang=\"{quoted}\" xml:lang=\"{quoted}\""),
                // Alignment of the cells of a table.
                "style" | "start" | "colspan" | "rowspan" | "scope" => {
                    write!(self.content.body, " {attribute}=\"{quoted}\"")
                }
                _ => Ok(()),
            };
        }
        let kept =
            ["above", "equation", "katex-display", "figure-number", "hint", "opening", "output"];
        let more = ["reference", "result", "section-number", "snippet", "table-wrapper"];
        let classes = element.value().classes();
        let kept = classes
            .filter(|class| kept.contains(class) || more.contains(class) || *class == "unbroken");
        let classes: Vec<&str> = kept.collect();
        if !classes.is_empty() {
            let _ = write!(self.content.body, " class=\"{}\"", classes.join(" "));
        }
        Ok(())
    }

    /// Writes the sentences of a figure that say its state, and none of its controls.
    fn results(&mut self, form: ElementRef) -> Result<()> {
        for element in form.child_elements() {
            if element.value().classes().any(|class| class == "result") && element.has_children() {
                self.copy(element, "p")?;
            }
        }
        Ok(())
    }

    fn figure(&mut self, svg: ElementRef) -> Result<()> {
        if svg.attr("role") != Some("img") {
            return Ok(());
        }
        let stem = self.page.name.trim_start_matches(folder(&self.page.name));
        let stem = stem.trim_end_matches(".html");
        let name = format!("{stem}-{}.svg", self.content.figures.len() + 1);
        let description = |name| {
            let mut children = svg.child_elements();
            let element = children.find(|child| child.value().name() == name);
            let text = element.map(|element| element.text().collect::<String>());
            text.ok_or_else(|| anyhow!("{}: a figure without `{name}`", self.page.name))
        };
        let alternative = format!("{}. {}", description("title")?, description("desc")?);
        let _ = write!(self.content.body, "<img src=\"{name}\" alt=\"{}\"/>", escape(&alternative));
        // White ground that the colors of an e-reader cannot replace.
        let drawing = standalone(svg, "sans-serif");
        let ground = "><rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>";
        self.content.figures.push((name, drawing.replacen('>', ground, 1)));
        Ok(())
    }

    /// Writes a link. Pages about code are no part of the book, so a link to one is only its text.
    fn link(&mut self, link: ElementRef) -> Result<()> {
        let href = link.attr("href").unwrap_or_default();
        if link.value().classes().any(|class| class == "header") {
            return self.children(link);
        }
        let address = if href.starts_with("https://") || href.starts_with("http://") {
            href.to_owned()
        } else {
            let (path, id) = href.split_once('#').unwrap_or((href, ""));
            let target = self.page.resolve(path);
            if target.starts_with("api/") {
                return match link.attr("id") {
                    Some(_) => self.copy(link, "span"),
                    None => self.children(link),
                };
            }
            if !self.names.contains(target.as_str()) {
                bail!("{}: a link to {href}, which is no page of the book", self.page.name);
            }
            self.content.links.insert((target, id.to_owned()));
            match path.strip_suffix(".html") {
                Some(path) => href.replacen(&format!("{path}.html"), &format!("{path}.xhtml"), 1),
                None => href.to_owned(),
            }
        };
        let _ = write!(self.content.body, "<a href=\"{}\"", escape(&address));
        self.attributes(link)?;
        self.content.body.push('>');
        self.children(link)?;
        self.content.body += "</a>";
        Ok(())
    }

    fn listing(&mut self, pre: ElementRef) -> Result<()> {
        let code = pre.child_elements().next();
        if code.is_some_and(|code| code.value().classes().any(|class| class == "output")) {
            let _ = writeln!(self.content.body, "<p class=\"output\">{}</p>", self.output);
        }
        let start = self.content.body.len();
        self.copy(pre, "pre")?;
        let text = Html::parse_fragment(&self.content.body[start..]);
        let text: String = text.root_element().text().collect();
        if text.lines().any(|line| line.chars().count() > COLUMNS) {
            self.content.body.insert_str(start + "<pre".len(), " class=\"wide\"");
        }
        Ok(())
    }
}
