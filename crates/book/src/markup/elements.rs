//! How each element is written so that mdBook and mdbook-katex show it.

use std::fs;
use std::path::Path;

use dialect::Problem;
use mdbook_markdown::pulldown_cmark::HeadingLevel;

use crate::api::Api;

use super::scan::{Figure, Formula, Heading, Link};
use super::{Edit, Labels, Page};

/// All edits of one page, but for its citations.
pub(crate) fn edits(
    root: &Path,
    pages: &[Page],
    index: usize,
    labels: &Labels,
    api: Option<&Api>,
) -> Result<Vec<Edit>, Vec<Problem>> {
    let page = &pages[index];
    let mut edits = Vec::new();
    let mut problems = Vec::new();
    for (heading, shown) in page.scan.headings.iter().zip(&labels.headings[index]) {
        match self::heading(page, heading, shown.as_deref()) {
            Ok(found) => edits.extend(found),
            Err(problem) => problems.push(problem),
        }
    }
    for formula in &page.scan.formulas {
        edits.extend(self::formula(page, formula, labels));
    }
    for figure in &page.scan.figures {
        match self::figure(root, page, figure, labels) {
            Ok(found) => edits.extend(found),
            Err(problem) => problems.push(problem),
        }
    }
    for link in &page.scan.links {
        match self::link(pages, index, link, labels, api) {
            Ok(found) => edits.extend(found),
            Err(message) => problems.push(page.text.problem(link.range.start, message)),
        }
    }
    match snippets(page) {
        Ok(found) => edits.extend(found),
        Err(found) => problems.extend(found),
    }
    if problems.is_empty() {
        Ok(edits)
    } else {
        Err(problems)
    }
}

/// `# Appendix A: Arrays`, `## 2.3 Kernels`, and `### Exercise 2.4: Two maxima`.
fn heading(
    page: &Page,
    heading: &Heading,
    shown: Option<&str>,
) -> Result<Vec<Edit>, Problem> {
    let mut edits = Vec::new();
    if let Some(number) = shown {
        let start = heading.start;
        let text = format!("<span class=\"section-number\">{number}</span> ");
        edits.push(Edit::new(start..start, text));
    }
    if heading.id.contains(':') {
        let source = &page.text.text[heading.range.clone()];
        let attribute = format!("{{#{}}}", heading.id);
        let Some(at) = source
            .rfind(&attribute)
            .filter(|_| heading.id.starts_with("ex:"))
        else {
            let message =
                format!("`{}`: only exercises (ex:name) are labelled so", heading.id);
            return Err(page.text.problem(heading.range.start, message));
        };
        if heading.level != HeadingLevel::H3 {
            let message = "the title of an exercise is a third-level heading: ###";
            return Err(page.text.problem(heading.range.start, message));
        }
        let start = heading.range.start + at;
        let id = format!("{{#{}}}", heading.id.replace(':', "-"));
        edits.push(Edit::new(start..start + attribute.len(), id));
    }
    Ok(edits)
}

/// A display formula goes on one line, which works in quotes and lists too. Inside of a line, a formula
/// stays next to its punctuation.
fn formula(page: &Page, formula: &Formula, labels: &Labels) -> Vec<Edit> {
    if !formula.display {
        return unbroken(page, formula);
    }
    let tex = formula.tex.split_whitespace().collect::<Vec<_>>().join(" ");
    let target = formula
        .label
        .as_ref()
        .and_then(|label| labels.target(label));
    let text = match target {
        None => format!("```math {tex} ```"),
        Some(target) => {
            let tag = target.number.trim_matches(['(', ')']);
            let id = &target.id;
            format!(
                "<div class=\"equation\" id=\"{id}\">\n\n```math {tex} \\tag{{{tag}}} ```\n\n</div>\n"
            )
        }
    };
    vec![Edit::new(formula.range.clone(), text)]
}

/// A browser may end a line on both sides of a formula, even before a comma.
fn unbroken(page: &Page, formula: &Formula) -> Vec<Edit> {
    let text = &page.text.text;
    // With the dollar signs.
    let (start, end) = (formula.range.start - 1, formula.range.end + 1);
    let before = text[..start].trim_end_matches('(');
    // A backslash belongs to what comes after it.
    let before = if before.ends_with('\\') {
        start
    } else {
        before.len()
    };
    let rest = text[end..].trim_start_matches([',', '.', ';', ':', '!', '?', ')', '-']);
    let after = text.len() - rest.len();
    let mut links = page.scan.links.iter();
    let alone = (before, after) == (start, end);
    // The text of a link may be replaced.
    if alone || links.any(|link| link.range.contains(&start)) {
        return Vec::new();
    }
    vec![
        Edit::new(before..before, "<span class=\"unbroken\">"),
        Edit::new(after..after, "</span>"),
    ]
}

/// The drawing itself goes into the page, so that the page's style sheet colors it.
fn figure(
    root: &Path,
    page: &Page,
    figure: &Figure,
    labels: &Labels,
) -> Result<Vec<Edit>, Problem> {
    let problem = |message: String| page.text.problem(figure.image.start, message);
    let up = page.path.matches('/').count() + 1;
    let prefix = format!("{}images/", "../".repeat(up));
    let name = figure
        .file
        .strip_prefix(&prefix)
        .filter(|name| name.ends_with(".svg") && !name.contains(".."))
        .ok_or_else(|| {
            problem(format!(
                "a figure is an SVG file in {prefix}, not {}",
                figure.file
            ))
        })?;
    let svg = fs::read_to_string(root.join("images").join(name))
        .map_err(|error| problem(format!("cannot read images/{name}: {error}")))?;
    let id = figure.label.replace(':', "-");
    let svg = described(&svg, &id, &figure.description).ok_or_else(|| {
        problem(format!("images/{name} is not a figure of crates/figures"))
    })?;
    let number = labels
        .target(&figure.label)
        .map_or("", |target| &target.number);
    let opening = format!(
        "<figure class=\"figure\" id=\"{id}\">\n{svg}\n<figcaption>\n\n\
         <span class=\"figure-number\">Figure {number}.</span> "
    );
    let caption = figure.image.end
        + page.text.text[figure.image.end..]
            .bytes()
            .take_while(u8::is_ascii_whitespace)
            .count();
    let end = figure.paragraph.end;
    Ok(vec![
        Edit::new(figure.image.start..caption, opening),
        Edit::new(end..end, "\n\n</figcaption>\n</figure>\n\n"),
    ])
}

/// Gives title and description of a drawing to screen readers.
fn described(svg: &str, id: &str, description: &str) -> Option<String> {
    let start = svg.find("<svg")?;
    let (title_start, title_end) = (svg.find("<title>")?, svg.find("</title>")?);
    let title_text = svg.get(title_start + "<title>".len()..title_end)?;
    let opening = &svg[start + "<svg".len()..title_start];
    // An empty line would end the HTML block in which the drawing stands.
    let rest: Vec<_> = svg[title_end + "</title>".len()..]
        .lines()
        .filter(|line| !line.trim().is_empty())
        .collect();
    let rest = rest.join("\n");
    let description = description
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;");
    Some(format!(
        "<svg aria-labelledby=\"{id}-title {id}-description\"{opening}\
         <title id=\"{id}-title\">{title_text}</title>\n\
         <desc id=\"{id}-description\">{description}</desc>{rest}"
    ))
}

/// A reference becomes a link with the number in its text; any other link must lead somewhere.
fn link(
    pages: &[Page],
    index: usize,
    link: &Link,
    labels: &Labels,
    api: Option<&Api>,
) -> Result<Option<Edit>, String> {
    let page = &pages[index];
    let target = &link.target;
    if let Some(item) = target.strip_prefix("#api:") {
        let api = api.ok_or("book.toml names no crate for the API documentation")?;
        if link.text.is_empty() {
            return Err("a link into the API documentation has a text".into());
        }
        let (text, up) = (&link.text, "../".repeat(page.path.matches('/').count()));
        let text = format!("[{text}]({up}{})", api.page(item)?);
        return Ok(Some(Edit::new(link.range.clone(), text)));
    }
    if let Some(label) = target.strip_prefix('#').filter(|label| is_label(label)) {
        let target = labels
            .target(label)
            .ok_or_else(|| format!("nothing has the label `{label}`"))?;
        let text = match named(label, link, pages[target.page].appendix)? {
            "" => target.number.clone(),
            text => format!("{text}\u{a0}{}", target.number),
        };
        let file = pages[target.page].link_from(page);
        let fragment = if target.id.is_empty() {
            String::new()
        } else {
            format!("#{}", target.id)
        };
        let text = format!("[{text}]({file}{fragment})");
        return Ok(Some(Edit::new(link.range.clone(), text)));
    }
    if has_scheme(target) {
        return Ok(None);
    }
    let (file, fragment) = match target.split_once('#') {
        Some((file, fragment)) => (file, Some(fragment)),
        None => (target.as_str(), None),
    };
    let linked = if file.is_empty() {
        index
    } else {
        pages
            .iter()
            .position(|other| other.link_from(page) == file.trim_start_matches("./"))
            .ok_or_else(|| format!("`{file}` is not a page of this book"))?
    };
    match fragment {
        Some(fragment) if !labels.has_id(linked, fragment) => {
            Err(format!("{} has no `#{fragment}`", pages[linked].path))
        }
        _ => Ok(None),
    }
}

/// The word before a number. A reference to a chapter need not know that it is an appendix.
fn named<'a>(label: &str, link: &'a Link, appendix: bool) -> Result<&'a str, String> {
    match link.text.as_str() {
        "Chapter" if appendix && label.starts_with("ch:") => Ok("Appendix"),
        "Appendix" if !appendix => Err(format!("`{label}` is not an appendix")),
        text => Ok(text),
    }
}

/// Whether a link leads out of the book: `https://...`, `mailto:...`.
fn has_scheme(target: &str) -> bool {
    let mut scheme = target.split(':');
    let name = scheme.next().unwrap_or_default();
    scheme.next().is_some()
        && name
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "+.-".contains(c))
}

fn is_label(fragment: &str) -> bool {
    ["ch:", "eq:", "ex:", "fig:", "sec:"]
        .iter()
        .any(|kind| fragment.starts_with(kind))
}

/// A block and the output it prints are framed together.
fn snippets(page: &Page) -> Result<Vec<Edit>, Vec<Problem>> {
    let text = &page.text.text;
    let mut edits = Vec::new();
    for block in dialect::blocks(&page.text)? {
        if block.output.is_none() {
            continue;
        }
        let (start, end) = (block.range.start, block.range.end);
        let end = start + text[start..end].trim_end().len();
        let prefix = &block.prefix;
        let opening = format!("<div class=\"snippet\">\n{prefix}\n{prefix}");
        let closing = format!("\n{prefix}\n{prefix}</div>\n{prefix}");
        edits.push(Edit::new(start..start, opening));
        edits.push(Edit::new(end..end, closing));
    }
    Ok(edits)
}
