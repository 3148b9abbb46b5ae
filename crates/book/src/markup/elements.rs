//! How each element is written so that mdBook and mdbook-katex show it.

use std::fs;
use std::path::Path;

use dialect::{
    Edit, Figure, Formula, Heading, Labels, Link, Manuscript, Page, Problem,
};
use mdbook_markdown::pulldown_cmark::HeadingLevel;

use crate::api::Api;
use crate::formulas::Formulas;

/// All edits of one page, but for its citations.
pub(crate) fn edits(
    root: &Path,
    manuscript: &Manuscript,
    index: usize,
    api: Option<&Api>,
    formulas: &mut Formulas,
) -> Result<Vec<Edit>, Vec<Problem>> {
    let page = &manuscript.pages[index];
    let (scan, labels) = (&page.scan, &manuscript.labels);
    let mut edits = Vec::new();
    let mut problems = Vec::new();
    let mut take = |start, found: Result<Vec<Edit>, String>| match found {
        Ok(found) => edits.extend(found),
        Err(message) => problems.push(page.text.problem(start, message)),
    };
    for (heading, shown) in scan.headings.iter().zip(&labels.headings[index]) {
        let found = self::heading(page, heading, shown.as_deref());
        take(heading.range.start, found);
    }
    for formula in &scan.formulas {
        let found = self::formula(page, formula, labels, formulas);
        take(formula.range.start, found);
    }
    for figure in &scan.figures {
        take(figure.image.start, self::figure(root, page, figure, labels));
    }
    for link in &scan.links {
        take(link.range.start, self::link(manuscript, index, link, api));
    }
    match snippets(page) {
        Ok(found) => edits.extend(found),
        Err(found) => problems.extend(found),
    }
    match problems.is_empty() {
        true => Ok(edits),
        false => Err(problems),
    }
}

/// `# Appendix A: Arrays`, `## 2.3 Kernels`, and `### Exercise 2.4: Two maxima`.
fn heading(
    page: &Page,
    heading: &Heading,
    shown: Option<&str>,
) -> Result<Vec<Edit>, String> {
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
            return Err(format!(
                "`{}`: only exercises (ex:name) are labelled so",
                heading.id
            ));
        };
        if heading.level != HeadingLevel::H3 {
            return Err("the title of an exercise is a third-level heading: ###".into());
        }
        let start = heading.range.start + at;
        let id = format!("{{#{}}}", heading.id.replace(':', "-"));
        edits.push(Edit::new(start..start + attribute.len(), id));
    }
    Ok(edits)
}

/// A display formula goes on one line, which works in quotes and lists too. Inside of a line, a formula
/// stays next to its punctuation.
fn formula(
    page: &Page,
    formula: &Formula,
    labels: &Labels,
    formulas: &mut Formulas,
) -> Result<Vec<Edit>, String> {
    let range = &formula.range;
    if !formula.display {
        let shown = formulas.show(&formula.tex, false)?;
        // With the dollar signs.
        let (start, end) = (range.start - 1, range.end + 1);
        let mut edits = vec![Edit::new(start..end, shown)];
        let (before, after) = unbroken(page, start, end);
        if (before, after) != (start, end) {
            let opening = "<span class=\"unbroken\">";
            edits.insert(0, Edit::new(before..before, opening));
            edits.push(Edit::new(after..after, "</span>"));
        }
        return Ok(edits);
    }
    let target = formula
        .label
        .as_ref()
        .and_then(|label| labels.target(label));
    let text = match target {
        None => formulas.show(&formula.tex, true)?,
        Some(target) => {
            let tag = target.number.trim_matches(['(', ')']);
            let tex = format!("{} \\tag{{{tag}}}", formula.tex);
            let shown = formulas.show(&tex, true)?;
            format!(
                "<div class=\"equation\" id=\"{}\">\n\n{shown}\n\n</div>\n",
                target.id
            )
        }
    };
    Ok(vec![Edit::new(range.clone(), text)])
}

/// A browser may end a line on both sides of a formula, even before a comma. Returns where the part
/// starts and ends that must stay together.
fn unbroken(page: &Page, start: usize, end: usize) -> (usize, usize) {
    let text = &page.text.text;
    // The text of a link may be replaced.
    let mut links = page.scan.links.iter();
    if links.any(|link| link.range.contains(&start)) {
        return (start, end);
    }
    let before = text[..start].trim_end_matches('(');
    // A backslash belongs to what comes after it.
    let before = match before.ends_with('\\') {
        true => start,
        false => before.len(),
    };
    let rest = text[end..].trim_start_matches([',', '.', ';', ':', '!', '?', ')', '-']);
    (before, text.len() - rest.len())
}

/// The drawing itself goes into the page, so that the page's style sheet colors it.
fn figure(
    root: &Path,
    page: &Page,
    figure: &Figure,
    labels: &Labels,
) -> Result<Vec<Edit>, String> {
    let prefix = format!("{}../images/", page.up());
    let name = figure
        .file
        .strip_prefix(&prefix)
        .filter(|name| name.ends_with(".svg") && !name.contains(".."))
        .ok_or_else(|| {
            format!("a figure is an SVG file in {prefix}, not {}", figure.file)
        })?;
    let svg = fs::read_to_string(root.join("images").join(name))
        .map_err(|error| format!("cannot read images/{name}: {error}"))?;
    let id = figure.label.replace(':', "-");
    let svg = described(&svg, &id, &figure.description)
        .ok_or_else(|| format!("images/{name} is not a figure of crates/figures"))?;
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
    manuscript: &Manuscript,
    index: usize,
    link: &Link,
    api: Option<&Api>,
) -> Result<Vec<Edit>, String> {
    let (pages, labels) = (&manuscript.pages, &manuscript.labels);
    let page = &pages[index];
    let target = &link.target;
    if let Some(item) = target.strip_prefix("#api:") {
        let api = api.ok_or("book.toml names no crate for the API documentation")?;
        if link.text.is_empty() {
            return Err("a link into the API documentation has a text".into());
        }
        let rest = format!("]({}{})", page.up(), api.page(item)?);
        return Ok(vec![Edit::new(link.inside.end..link.range.end, rest)]);
    }
    if let Some(label) = target.strip_prefix('#').filter(|label| is_label(label)) {
        let target = labels
            .target(label)
            .ok_or_else(|| format!("nothing has the label `{label}`"))?;
        let shown = &pages[target.page];
        let separated = if link.text.is_empty() { "" } else { "\u{a0}" };
        let fragment = match &*target.id {
            "" => String::new(),
            id => format!("#{id}"),
        };
        let rest = format!(
            "{separated}{}]({}{fragment})",
            target.number,
            shown.link_from(page)
        );
        let mut edits = vec![Edit::new(link.inside.end..link.range.end, rest)];
        if let Some(word) = named(label, link, shown)? {
            edits.insert(0, Edit::new(link.inside.clone(), word));
        }
        return Ok(edits);
    }
    if has_scheme(target) {
        return Ok(Vec::new());
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
        Some(fragment) if !labels.has_id(linked, fragment) => Err(format!(
            "{} has no `#{fragment}`",
            pages[linked].listing.path
        )),
        _ => Ok(Vec::new()),
    }
}

/// The right word before a number. A reference to a chapter need not know that it is an appendix.
fn named(
    label: &str,
    link: &Link,
    page: &Page,
) -> Result<Option<&'static str>, String> {
    let appendix = page.listing.appendix.is_some();
    match link.text.as_str() {
        "Chapter" if appendix && label.starts_with("ch:") => Ok(Some("Appendix")),
        "Appendix" if !appendix => Err(format!("`{label}` is not an appendix")),
        _ => Ok(None),
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
