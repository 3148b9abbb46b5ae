//! The elements of the dialect, rewritten for mdBook and mdbook-katex.

use std::fs;

use dialect::{Block, Edit, Figure, Formula, Heading, Link, Page, Problem, Target};
use mdbook_core::utils::escape_html;
use mdbook_markdown::pulldown_cmark::HeadingLevel;

use super::references::References;
use crate::formulas::Formulas;
use crate::widgets;

/// Rewrites the elements of one page.
pub(super) struct Writer<'a> {
    pub(super) references: &'a References<'a>,
    pub(super) index: usize,
    pub(super) formulas: &'a mut Formulas,
}

impl<'a> Writer<'a> {
    /// Adds all edits of the page except for citations.
    pub(super) fn page(&mut self, edits: &mut Vec<Edit>, problems: &mut Vec<Problem>) {
        let page = self.read();
        let mut take = |start, found: Result<Vec<Edit>, String>| match found {
            Ok(found) => edits.extend(found),
            Err(message) => problems.push(page.text.problem(start, message)),
        };
        let shown = &self.references.manuscript.labels.headings[self.index];
        for (heading, shown) in page.scan.headings.iter().zip(shown) {
            take(heading.range.start, self.heading(heading, shown.as_deref()));
        }
        for formula in &page.scan.formulas {
            take(formula.range.start, self.formula(formula));
        }
        for figure in &page.scan.figures {
            take(figure.image.start, self.figure(figure));
        }
        for link in &page.scan.links {
            take(link.range.start, self.link(link));
        }
        match page.blocks() {
            Ok(blocks) => {
                let printing = blocks.iter().filter(|block| block.output.is_some());
                edits.extend(printing.flat_map(|block| framed(page, block)));
            }
            Err(found) => problems.extend(found),
        }
    }

    fn read(&self) -> &'a Page {
        &self.references.manuscript.pages[self.index]
    }

    /// Adds the number: `# Chapter 2: Means`, `## 2.3 Kernels`, `### Exercise 2.4: Two maxima`.
    fn heading(&self, heading: &Heading, shown: Option<&str>) -> Result<Vec<Edit>, String> {
        let mut edits = Vec::new();
        if let Some(number) = shown {
            let text = format!("<span class=\"section-number\">{number}</span> ");
            edits.push(Edit::new(heading.start..heading.start, text));
        }
        if let Some((kind, name)) = heading.id.split_once(':') {
            let written = format!("{{#{}}}", heading.id);
            let source = &self.read().text.text[heading.range.clone()];
            let at = source.rfind(&written).filter(|_| ["ex", "solution"].contains(&kind));
            let rule = "only exercises (ex:name) and solutions have such labels";
            let at = at.ok_or_else(|| format!("`{}`: {rule}", heading.id))?;
            if heading.level != HeadingLevel::H2 {
                let rule = "the title of an exercise is a second-level heading: ##";
                return Err(rule.into());
            }
            let start = heading.range.start + at;
            let id = format!("{{#{kind}-{name}}}");
            edits.push(Edit::new(start..start + written.len(), id));
        }
        Ok(edits)
    }

    /// Writes a display formula on one line, which also works in quotes and lists, and keeps an
    /// inline formula next to its punctuation.
    fn formula(&mut self, formula: &Formula) -> Result<Vec<Edit>, String> {
        let range = &formula.range;
        if !formula.display {
            let shown = self.formulas.show(&formula.tex, false)?;
            // The range includes the dollar signs.
            let (start, end) = (range.start - 1, range.end + 1);
            let mut edits = vec![Edit::new(start..end, shown)];
            let (before, after) = unbroken(self.read(), start, end);
            if (before, after) != (start, end) {
                let opening = "<span class=\"unbroken\">";
                edits.insert(0, Edit::new(before..before, opening));
                edits.push(Edit::new(after..after, "</span>"));
            }
            return Ok(edits);
        }
        let labels = &self.references.manuscript.labels;
        let label = formula.label.as_ref();
        let text = match label.and_then(|label| labels.target(label)) {
            None => self.formulas.show(&formula.tex, true)?,
            Some(target) => {
                let tag = target.number.trim_matches(['(', ')']);
                let tex = format!("{} \\tag{{{tag}}}", formula.tex);
                let shown = self.formulas.show(&tex, true)?;
                let id = &target.id;
                format!("<div class=\"equation\" id=\"{id}\">\n\n{shown}\n\n</div>\n")
            }
        };
        Ok(vec![Edit::new(range.clone(), text)])
    }

    /// Inlines the drawing, so that the page's style sheet colors it.
    fn figure(&self, figure: &Figure) -> Result<Vec<Edit>, String> {
        let page = self.read();
        let prefix = format!("{}../images/", page.up());
        let file = &figure.file;
        let name = file.strip_prefix(&prefix);
        let name = name.filter(|name| name.ends_with(".svg") && !name.contains(".."));
        let foreign = || format!("a figure is an SVG file in {prefix}, not {file}");
        let name = format!("images/{}", name.ok_or_else(foreign)?);
        let svg = fs::read_to_string(self.references.book.root.join(&name))
            .map_err(|error| format!("cannot read {name}: {error}"))?;
        let id = figure.label.replace(':', "-");
        let svg = described(&svg, &id, &figure.description)
            .ok_or_else(|| format!("{name} is not a figure of crates/figures"))?;
        let target = self.references.manuscript.labels.target(&figure.label);
        let number = target.map_or("", |target| &target.number);
        let References { book, scripts, .. } = self.references;
        let words = &book.words;
        let number = words.figure.replace("{number}", number);
        let [attributes, form] = widgets::of(&name, scripts, &page.up(), words)?;
        let opening = format!(
            "<figure class=\"figure\" id=\"{id}\"{attributes}>\n{svg}\n{form}<figcaption>\n\n\
             <span class=\"figure-number\">{number}</span> "
        );
        let (start, end) = (figure.image.end, figure.paragraph.end);
        let rest = &page.text.text[start..end];
        let caption = end - rest.trim_start().len();
        Ok(vec![
            Edit::new(figure.image.start..caption, opening),
            Edit::new(end..end, "\n\n</figcaption>\n</figure>\n\n"),
        ])
    }

    /// Turns a reference into a link with its number, and checks that any other link leads
    /// somewhere.
    fn link(&self, link: &Link) -> Result<Vec<Edit>, String> {
        let (page, pages) = (self.read(), &self.references.manuscript.pages);
        let labels = &self.references.manuscript.labels;
        let rest = link.inside.end..link.range.end;
        if let Some(item) = link.target.strip_prefix("#api:") {
            let missing = "book.toml names no crate for the API documentation";
            let api = self.references.api.ok_or(missing)?;
            if link.text.is_empty() {
                return Err("a link into the API documentation needs a text".into());
            }
            let target = format!("]({}{})", page.up(), api.page(item)?);
            return Ok(vec![Edit::new(rest, target)]);
        }
        let fragment = link.target.strip_prefix('#');
        if let Some(label) = fragment.filter(|fragment| is_label(fragment)) {
            let target =
                labels.target(label).ok_or_else(|| format!("nothing has the label `{label}`"))?;
            let shown = &pages[target.page];
            let separated = if link.text.is_empty() { "" } else { "\u{a0}" };
            let hash = if target.id.is_empty() { "" } else { "#" };
            let Target { number, id, .. } = target;
            let file = shown.link_from(page);
            let text = format!("{separated}{number}]({file}{hash}{id})");
            let mut edits = vec![Edit::new(rest, text)];
            // Authors need not know whether a chapter is an appendix.
            let is_appendix = shown.listing.appendix.is_some();
            if is_appendix && link.text == "Chapter" && label.starts_with("ch:") {
                edits.insert(0, Edit::new(link.inside.clone(), "Appendix"));
            } else if !is_appendix && link.text == "Appendix" {
                return Err(format!("`{label}` is not an appendix"));
            }
            return Ok(edits);
        }
        if leads_out(&link.target) {
            return Ok(Vec::new());
        }
        let mut parts = link.target.splitn(2, '#');
        let file = parts.next().unwrap_or_default().trim_start_matches("./");
        let path = dialect::resolve(page.listing.path.as_ref(), file);
        let is_linked = |other: &Page| path.as_deref() == Some(other.listing.path.as_ref());
        let linked = pages.iter().position(is_linked);
        let linked = linked.or(file.is_empty().then_some(self.index));
        let linked = linked.ok_or_else(|| format!("`{file}` is not a page of this book"))?;
        match parts.next().filter(|id| !labels.has_id(linked, id)) {
            Some(id) => Err(format!("{} has no `#{id}`", pages[linked].listing.path)),
            None => Ok(Vec::new()),
        }
    }
}

/// Returns the range around a formula that must stay on one line, since browsers may break a line
/// on both sides of a formula, even before a comma.
fn unbroken(page: &Page, start: usize, end: usize) -> (usize, usize) {
    let text = &page.text.text;
    // The text of a link may be replaced.
    let mut links = page.scan.links.iter();
    if links.any(|link| link.range.contains(&start)) {
        return (start, end);
    }
    let before = text[..start].trim_end_matches('(');
    // A backslash belongs to the character after it.
    let is_escaped = before.ends_with('\\');
    let before = if is_escaped { start } else { before.len() };
    let rest = text[end..].trim_start_matches([',', '.', ';', ':', '!', '?', ')', '-']);
    (before, text.len() - rest.len())
}

/// Adds a title and a description for screen readers to a drawing.
fn described(svg: &str, id: &str, description: &str) -> Option<String> {
    let (_, svg) = svg.split_once("<svg")?;
    let (opening, svg) = svg.split_once("<title>")?;
    let (title, drawing) = svg.split_once("</title>")?;
    // An empty line would end the HTML block of the drawing.
    let lines = drawing.lines().filter(|line| !line.trim().is_empty());
    let drawing = lines.collect::<Vec<_>>().join("\n");
    let description = escape_html(description);
    Some(format!(
        "<svg aria-labelledby=\"{id}-title {id}-description\"{opening}\
         <title id=\"{id}-title\">{title}</title>\n\
         <desc id=\"{id}-description\">{description}</desc>{drawing}"
    ))
}

/// Returns whether a link leads out of the book: `https://...`, `mailto:...`.
fn leads_out(target: &str) -> bool {
    target.split_once(':').is_some_and(|(scheme, _)| {
        let mut chars = scheme.chars();
        chars.all(|c| c.is_ascii_alphanumeric() || "+.-".contains(c))
    })
}

fn is_label(fragment: &str) -> bool {
    let mut kinds = ["ch:", "eq:", "ex:", "fig:", "sec:", "solution:"].iter();
    kinds.any(|kind| fragment.starts_with(kind))
}

/// Puts a block and its output into one frame.
fn framed(page: &Page, block: &Block) -> [Edit; 2] {
    let text = &page.text.text[block.range.clone()];
    let (start, end) = (block.range.start, block.range.start + text.trim_end().len());
    let prefix = &block.prefix;
    let opening = format!("<div class=\"snippet\">\n{prefix}\n{prefix}");
    let closing = format!("\n{prefix}\n{prefix}</div>\n{prefix}");
    [(start, opening), (end, closing)].map(|(at, text)| Edit::new(at..at, text))
}
