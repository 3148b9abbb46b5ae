//! Finds the extensions of the dialect in a chapter.

use std::ops::Range;

use mdbook_markdown::pulldown_cmark::{
    CodeBlockKind, Event, HeadingLevel, LinkType, Parser, Tag, TagEnd,
};
use mdbook_markdown::{MarkdownOptions, new_cmark_parser};

use crate::citation::{Citation, citations};
use crate::{Expanded, Problem};

/// The comment that is replaced by the list of references.
const REFERENCES: &str = "<!-- references -->";

/// The start of the comment that names the pages to read before a chapter.
const NEEDS: &str = "<!-- needs ";

/// The start of the comment whose text pages show if they know the names in its braces.
const IF_KNOWN: &str = "<!-- if known:";

/// Everything in a text that is numbered, linked, or framed. Ranges are in bytes of the expanded
/// text.
#[derive(Debug, Default)]
pub struct Scan {
    /// Titles with their identifiers.
    pub headings: Vec<Heading>,
    /// Offsets of headings without a title or an identifier. Only pages need these.
    pub unnamed_headings: Vec<usize>,
    /// Inline and displayed formulas.
    pub formulas: Vec<Formula>,
    /// Inline code outside links.
    pub codes: Vec<Range<usize>>,
    /// Figures with their captions.
    pub figures: Vec<Figure>,
    /// Links and references.
    pub links: Vec<Link>,
    /// Citations, in brackets and in sentences.
    pub citations: Vec<Citation>,
    /// Fenced blocks, including formulas.
    pub fences: Vec<Fence>,
    /// Identifiers set in raw HTML.
    pub html_ids: Vec<String>,
    /// The comment to replace by the list of references.
    pub references: Option<Range<usize>>,
    /// The comments that pages show if they know the names in braces, and their texts.
    pub conditional: Vec<(Range<usize>, String)>,
    /// The comment that lists the pages to read first, and their names.
    pub needs: Option<(Range<usize>, Vec<String>)>,
}

/// `## Title {#identifier}`
#[derive(Debug)]
pub struct Heading {
    /// The level: the number of `#`.
    pub level: HeadingLevel,
    /// The identifier, which starts with `ex:` for an exercise.
    pub id: String,
    /// The title without markup.
    pub title: String,
    /// The whole heading.
    pub range: Range<usize>,
    /// The start of the title.
    pub start: usize,
}

/// An inline or displayed formula.
#[derive(Debug)]
pub struct Formula {
    /// The input of KaTeX.
    pub tex: String,
    /// Whether the formula is displayed on lines of its own.
    pub display: bool,
    /// The label of a numbered equation, such as `eq:weighted-mean`.
    pub label: Option<String>,
    /// The formula. If it is inline, the dollar signs are excluded.
    pub range: Range<usize>,
}

/// `![description](file "fig:label")` and its caption.
#[derive(Debug)]
pub struct Figure {
    /// The label, such as `fig:kernels`.
    pub label: String,
    /// The file as written, relative to the chapter.
    pub file: String,
    /// The description for readers who cannot see the figure.
    pub description: String,
    /// The image without its caption.
    pub image: Range<usize>,
    /// The image and its caption.
    pub paragraph: Range<usize>,
}

/// `[text](target)`
#[derive(Debug)]
pub struct Link {
    /// The target.
    pub target: String,
    /// The text as written.
    pub text: String,
    /// The text inside the brackets.
    pub inside: Range<usize>,
    /// The whole link.
    pub range: Range<usize>,
}

/// A fenced block.
#[derive(Debug)]
pub struct Fence {
    /// The text after the opening fence.
    pub info: String,
    /// The lines, without the marks of a surrounding quote or list.
    pub lines: Vec<Range<usize>>,
    /// From the opening fence to the end of the closing one.
    pub range: Range<usize>,
}

/// Returns the parser of mdBook with its options, so that both agree on which blocks are Rust.
pub fn parser(text: &str) -> Parser<'_> {
    // The parser does not borrow the options.
    new_cmark_parser(text, &MarkdownOptions::default())
}

/// Scans a text, and returns a problem for each mistake in it.
pub fn scan(text: &Expanded) -> (Scan, Vec<Problem>) {
    let mut scanner = Scanner {
        chapter: text,
        scan: Scan::default(),
        problems: Vec::new(),
        containers: 0,
        plain: None,
    };
    let parser = parser(&text.text);
    for (_, definition) in parser.reference_definitions().iter() {
        let message = "a link is followed by its target: [text](target)";
        scanner.problem(definition.span.start, message);
    }
    let events: Vec<_> = parser.into_offset_iter().collect();
    let mut index = 0;
    while index < events.len() {
        index += scanner.event(&events[index..]);
    }
    scanner.flush_plain();
    (scanner.scan, scanner.problems)
}

type Events<'a> = &'a [(Event<'a>, Range<usize>)];

struct Scanner<'a> {
    chapter: &'a Expanded,
    scan: Scan,
    problems: Vec<Problem>,
    /// The number of open quotes and lists.
    containers: usize,
    /// The current run of plain text.
    plain: Option<Range<usize>>,
}

impl Scanner<'_> {
    /// Handles the first of `events`, and returns how many were consumed.
    fn event(&mut self, events: Events<'_>) -> usize {
        let (event, range) = &events[0];
        if let Event::Text(_) = event {
            match &mut self.plain {
                Some(plain) if plain.end == range.start => plain.end = range.end,
                _ => {
                    self.flush_plain();
                    self.plain = Some(range.clone());
                }
            }
            return 1;
        }
        self.flush_plain();
        let (inner, taken) = inside(events);
        match event {
            Event::Start(Tag::BlockQuote(_) | Tag::List(_)) => self.containers += 1,
            Event::End(TagEnd::BlockQuote(_) | TagEnd::List(_)) => self.containers -= 1,
            Event::Start(Tag::Heading { level, id, .. }) => match (id, inner.first()) {
                (Some(id), Some((_, first))) => self.scan.headings.push(Heading {
                    level: *level,
                    id: id.to_string(),
                    title: plain_text(inner),
                    start: first.start,
                    range: range.clone(),
                }),
                _ => self.scan.unnamed_headings.push(range.start),
            },
            // A code block is opaque, but a `math` block is a formula.
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) => {
                self.fence(inner, range, info);
                let (language, label) = info.split_once(char::is_whitespace).unwrap_or((info, ""));
                if language == "math" {
                    self.equation(inner, range, label.trim());
                }
                return taken;
            }
            Event::Start(Tag::CodeBlock(CodeBlockKind::Indented)) => {
                self.problem(range.start, "a code block is fenced, with its language: ```text");
                return taken;
            }
            Event::Start(Tag::Paragraph) => {
                if let Some((Event::Start(Tag::Image { dest_url, title, .. }), image)) = inner.first() {
                    let (inner, taken) = inside(inner);
                    self.figure(inner, image, range, dest_url, title);
                    return 1 + taken;
                }
            }
            Event::Start(Tag::Image { .. }) => self.problem(
                range.start,
                "a picture needs a paragraph of its own: ![description](file.svg \"fig:label\") and its caption",
            ),
            Event::Start(Tag::Link { link_type, dest_url, .. }) => {
                // An email address such as `<me@example.org>` does not lead to a page.
                if *link_type != LinkType::Email {
                    self.link(inner, range, dest_url);
                }
                return taken;
            }
            Event::Code(code) => self.code_span(code, range),
            // Its lines are events of their own.
            Event::Start(Tag::HtmlBlock) if self.conditional(range) => return taken,
            Event::Html(html) | Event::InlineHtml(html) => self.html(html, range),
            _ => {}
        }
        1
    }

    fn problem(&mut self, offset: usize, message: impl Into<String>) {
        self.problems.push(self.chapter.problem(offset, message));
    }

    fn fence(&mut self, inner: Events<'_>, range: &Range<usize>, info: &str) {
        let mut lines = Vec::new();
        for (_, Range { mut start, end }) in inner.iter().cloned() {
            for line in self.chapter.text[start..end].split_inclusive('\n') {
                lines.push(start..start + line.trim_end_matches('\n').len());
                start += line.len();
            }
        }
        let (info, range) = (info.to_owned(), range.clone());
        self.scan.fences.push(Fence { info, lines, range });
    }

    fn equation(&mut self, inner: Events<'_>, range: &Range<usize>, attribute: &str) {
        let (start, tex) = (range.start, plain_text(inner));
        let label = attribute.strip_prefix("{#");
        let label = label.and_then(|rest| rest.strip_suffix('}'));
        let label = label.filter(|label| label.starts_with("eq:"));
        if label.is_none() && !attribute.is_empty() {
            let message = "a label is written ```math {#eq:name}";
            self.problem(start, format!("`{attribute}`: {message}"));
        }
        if label.is_some() && self.containers > 0 {
            self.problem(start, "an equation in a quote or a list has no number");
        }
        if tex.replace("\\%", "").contains('%') {
            self.problem(start, "a formula has no comments: % is written \\%");
        }
        self.scan.formulas.push(Formula {
            tex,
            display: true,
            label: label.map(String::from),
            range: range.clone(),
        });
    }

    /// Adds the figure of a paragraph that starts with an image. The caller also scans its caption.
    fn figure(
        &mut self,
        inner: Events<'_>,
        image: &Range<usize>,
        paragraph: &Range<usize>,
        file: &str,
        label: &str,
    ) {
        let (start, description) = (image.start, plain_text(inner));
        let caption = &self.chapter.text[image.end..paragraph.end];
        if !label.starts_with("fig:") {
            let rule = "a figure needs a label: ![...](file.svg \"fig:label\")";
            self.problem(start, rule);
        } else if description.trim().is_empty() {
            self.problem(start, format!("{label} has no alternative text"));
        } else if caption.trim().is_empty() {
            self.problem(start, format!("{label} has no caption on the line after it"));
        } else if self.containers > 0 {
            self.problem(start, "a figure cannot be in a quote or a list");
        }
        self.scan.figures.push(Figure {
            label: label.to_owned(),
            file: file.to_owned(),
            description,
            image: image.clone(),
            paragraph: paragraph.clone(),
        });
    }

    fn link(&mut self, inner: Events<'_>, range: &Range<usize>, target: &str) {
        let start = inner.first().map_or(range.start + 1, |first| first.1.start);
        let inside = start..inner.last().map_or(start, |last| last.1.end);
        for (event, range) in inner {
            match event {
                Event::Code(code) => self.code_span(code, range),
                Event::Text(text) if text.starts_with('@') => {
                    self.problem(range.start, "a citation cannot be in a link");
                }
                _ => {}
            }
        }
        self.scan.links.push(Link {
            target: target.to_owned(),
            text: self.chapter.text[inside.clone()].to_owned(),
            inside,
            range: range.clone(),
        });
    }

    /// Adds a formula if the code span is between dollar signs.
    fn code_span(&mut self, code: &str, range: &Range<usize>) {
        let text = &self.chapter.text;
        let opened = text[..range.start].ends_with('$');
        let closed = text[range.end..].starts_with('$');
        if opened && closed {
            self.scan.formulas.push(Formula {
                tex: code.to_owned(),
                display: false,
                label: None,
                range: range.clone(),
            });
        } else if opened || closed {
            let message = format!("the formula `{code}` has only one dollar sign");
            self.problem(range.start, message);
        } else {
            self.scan.codes.push(range.clone());
        }
    }

    /// Adds a comment that pages show under a condition, if it is one.
    fn conditional(&mut self, range: &Range<usize>) -> bool {
        let comment = self.chapter.text[range.clone()].trim_end();
        let text = comment.strip_prefix(IF_KNOWN).and_then(|rest| rest.strip_suffix("-->"));
        let range = range.start..range.start + comment.len();
        let shown = text.map(|text| (range, text.trim().to_owned()));
        let is_one = shown.is_some();
        self.scan.conditional.extend(shown);
        is_one
    }

    fn html(&mut self, html: &str, range: &Range<usize>) {
        if self.conditional(range) {
            return;
        }
        if html.trim() == REFERENCES {
            if self.scan.references.replace(range.clone()).is_some() {
                self.problem(range.start, "the list of references occurs twice");
            }
            return;
        }
        let needs = html.trim().strip_prefix(NEEDS);
        if let Some(names) = needs.and_then(|rest| rest.strip_suffix(" -->")) {
            let names = names.split(',').map(|name| name.trim().to_owned());
            self.scan.needs = Some((range.clone(), names.collect()));
            return;
        }
        let ids = html.split(" id=\"").skip(1);
        let ids = ids.filter_map(|rest| Some(rest.split_once('"')?.0.to_owned()));
        self.scan.html_ids.extend(ids);
        for (at, _) in html.match_indices("<img") {
            let tag = html[at..].split('>').next().unwrap_or_default();
            if !tag.contains(" alt=\"") || tag.contains(" alt=\"\"") {
                self.problem(range.start + at, "a picture without alternative text");
            }
        }
    }

    /// Finds citations in the finished run of plain text.
    fn flush_plain(&mut self) {
        let Some(plain) = self.plain.take() else {
            return;
        };
        let text = &self.chapter.text[plain.clone()];
        for mark in ["$`", "`$"] {
            if let Some(at) = text.find(mark) {
                let rule = "a formula is written on one line, and in a table with \\| for |";
                let message = format!("`{}` is not a formula: {rule}", text.trim());
                self.problem(plain.start + at, message);
                break;
            }
        }
        // In `\@`, which is a literal sign, the parser omits the backslash from the text.
        let escaped = self.chapter.text[..plain.start].ends_with('\\');
        let (citations, broken) = citations(&self.chapter.text, plain, escaped);
        self.scan.citations.extend(citations);
        let rule = "a citation is written on one line, without emphasis: [@key, Section 2; @other]";
        broken.into_iter().for_each(|start| self.problem(start, rule));
    }
}

/// Returns the events between a start and its end, and their number including both.
fn inside(events: Events<'_>) -> (Events<'_>, usize) {
    let mut depth = 0;
    for (index, (event, _)) in events.iter().enumerate() {
        match event {
            Event::Start(_) => depth += 1,
            Event::End(_) => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return (events.get(1..index).unwrap_or_default(), index + 1);
        }
    }
    (&events[1..], events.len())
}

fn plain_text(events: Events<'_>) -> String {
    let texts = events.iter().map(|(event, _)| match event {
        Event::Text(text) | Event::Code(text) => text,
        Event::SoftBreak | Event::HardBreak => " ",
        _ => "",
    });
    texts.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Source;

    #[test]
    fn a_name_in_a_sentence_is_a_citation() {
        let source = Source { file: "a.md".into(), text: "As @hu2018 says.\n".into() };
        let (found, problems) = scan(&Expanded::unexpanded(&source));
        assert!(found.citations[0].narrative && problems.is_empty());
    }

    fn scanned(text: &str) -> (Scan, Vec<Problem>) {
        let (file, text) = ("a.md".into(), text.into());
        scan(&Expanded::unexpanded(&Source { file, text }))
    }

    #[test]
    fn a_conditional_comment_is_inline_or_a_block() {
        let block = "<!-- if known:\n```console\n$ clone {repository}\n\n```\n-->\n";
        let (found, problems) = scanned(&format!("A<!-- if known: b {{c}} -->.\n\n{block}\nD\n"));
        let texts: Vec<_> = found.conditional.iter().map(|(_, text)| &**text).collect();
        assert_eq!(texts, ["b {c}", "```console\n$ clone {repository}\n\n```"]);
        assert!(found.fences.is_empty() && problems.is_empty(), "{problems:?}");
    }

    #[test]
    fn a_formula_that_is_cut_is_named_with_its_line() {
        for text in ["| a |\n|---|\n| $`P(A|B)`$ | x |\n", "a\n\n$`a +\n\nb`$\n"] {
            let (_, problems) = scanned(text);
            assert_eq!(problems.first().map(|one| one.line), Some(3), "{text}");
            assert!(problems[0].message.contains("is not a formula"), "{problems:?}");
        }
    }

    #[test]
    fn a_formula_in_a_table_has_an_escaped_bar() {
        let (found, problems) = scanned("| a |\n|---|\n| $`P(A\\|B)`$ |\n");
        assert_eq!((&*found.formulas[0].tex, problems.len()), ("P(A|B)", 0));
        let (found, problems) = scanned("The mark is `$`, and $ or ` is none.\n");
        assert_eq!((found.formulas.len(), problems.len()), (0, 0), "{problems:?}");
    }
}
