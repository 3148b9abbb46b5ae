//! Finds in a chapter what the book adds to Markdown.

use std::ops::Range;
use std::sync::LazyLock;

use dialect::{Expanded, Problem};
use mdbook_markdown::pulldown_cmark::{
    CodeBlockKind, Event, HeadingLevel, LinkType, Tag, TagEnd,
};
use regex::Regex;

use super::citation::{Citation, citations};

/// The comment that stands for the list of references.
const REFERENCES: &str = "<!-- references -->";

/// Everything in a chapter that gets a number, a link or a frame. Ranges are bytes of the expanded
/// text.
#[derive(Debug, Default)]
pub(crate) struct Scan {
    pub(crate) headings: Vec<Heading>,
    pub(crate) formulas: Vec<Formula>,
    pub(crate) figures: Vec<Figure>,
    pub(crate) links: Vec<Link>,
    pub(crate) citations: Vec<Citation>,
    /// Identifiers set in raw HTML.
    pub(crate) html_ids: Vec<String>,
    /// Where the list of references goes.
    pub(crate) references: Option<Range<usize>>,
}

#[derive(Debug)]
pub(crate) struct Heading {
    pub(crate) level: HeadingLevel,
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) range: Range<usize>,
    /// Where the title starts.
    pub(crate) start: usize,
}

#[derive(Debug)]
pub(crate) struct Formula {
    pub(crate) tex: String,
    pub(crate) display: bool,
    /// The label of a numbered equation, such as `eq:weighted-mean`.
    pub(crate) label: Option<String>,
    pub(crate) range: Range<usize>,
}

#[derive(Debug)]
pub(crate) struct Figure {
    pub(crate) label: String,
    /// The file as written, relative to the chapter.
    pub(crate) file: String,
    pub(crate) description: String,
    pub(crate) image: Range<usize>,
    pub(crate) paragraph: Range<usize>,
}

#[derive(Debug)]
pub(crate) struct Link {
    pub(crate) target: String,
    pub(crate) text: String,
    pub(crate) range: Range<usize>,
}

/// Reads one chapter.
pub(crate) fn scan(chapter: &Expanded) -> Result<Scan, Vec<Problem>> {
    let mut scanner = Scanner {
        chapter,
        scan: Scan::default(),
        problems: Vec::new(),
        containers: 0,
        plain: None,
    };
    let events: Vec<_> = dialect::parser(&chapter.text).into_offset_iter().collect();
    let mut index = 0;
    while index < events.len() {
        index += scanner.event(&events[index..]);
    }
    scanner.flush_plain();
    if scanner.problems.is_empty() {
        Ok(scanner.scan)
    } else {
        Err(scanner.problems)
    }
}

type Events<'a, 'b> = &'a [(Event<'b>, Range<usize>)];

struct Scanner<'a> {
    chapter: &'a Expanded,
    scan: Scan,
    problems: Vec<Problem>,
    /// How many quotes and lists are open.
    containers: usize,
    /// The run of plain text that is being read.
    plain: Option<Range<usize>>,
}

impl Scanner<'_> {
    /// Handles the first of `events` and returns how many events that took.
    fn event(&mut self, events: Events<'_, '_>) -> usize {
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
        match event {
            Event::Start(Tag::BlockQuote(_) | Tag::List(_)) => self.containers += 1,
            Event::End(TagEnd::BlockQuote(_) | TagEnd::List(_)) => self.containers -= 1,
            Event::Start(Tag::Heading { level, id, .. }) => {
                self.heading(events, *level, id.as_deref());
            }
            Event::Start(Tag::CodeBlock(kind)) => return self.code_block(events, kind),
            Event::Start(Tag::Paragraph)
                if matches!(events.get(1), Some((Event::Start(Tag::Image { .. }), _))) =>
            {
                return 1 + self.figure(&events[1..], range);
            }
            Event::Start(Tag::Image { .. }) => self.problem(
                range.start,
                "a picture stands in a paragraph of its own: ![description](file.svg \"fig:label\") and its caption",
            ),
            // `<me@example.org>` leads to no page.
            Event::Start(Tag::Link {
                link_type: LinkType::Email,
                ..
            }) => return inside(events).1,
            Event::Start(Tag::Link { dest_url, .. }) => return self.link(events, dest_url),
            Event::Code(code) => self.code_span(code, range),
            Event::Html(html) | Event::InlineHtml(html) => self.html(html, range),
            _ => {}
        }
        1
    }

    fn problem(&mut self, offset: usize, message: impl Into<String>) {
        self.problems.push(self.chapter.problem(offset, message));
    }

    fn heading(
        &mut self,
        events: Events<'_, '_>,
        level: HeadingLevel,
        id: Option<&str>,
    ) {
        let range = events[0].1.clone();
        let (inner, _) = inside(events);
        let (Some(id), Some(first)) = (id, inner.first()) else {
            let message =
                "a heading needs a title and an identifier: ## Title {#identifier}";
            return self.problem(range.start, message);
        };
        self.scan.headings.push(Heading {
            level,
            id: id.to_owned(),
            title: plain_text(inner),
            start: first.1.start,
            range,
        });
    }

    /// A code block is opaque, but a `math` block is a formula.
    fn code_block(
        &mut self,
        events: Events<'_, '_>,
        kind: &CodeBlockKind<'_>,
    ) -> usize {
        let range = events[0].1.clone();
        let (inner, taken) = inside(events);
        let CodeBlockKind::Fenced(info) = kind else {
            let message = "a code block is fenced, with its language: ```text";
            self.problem(range.start, message);
            return taken;
        };
        let (language, attribute) =
            info.split_once(char::is_whitespace).unwrap_or((info, ""));
        if language != "math" {
            return taken;
        }
        let attribute = attribute.trim();
        let label = attribute
            .strip_prefix("{#")
            .and_then(|rest| rest.strip_suffix('}'))
            .filter(|label| label.starts_with("eq:"));
        if label.is_none() && !attribute.is_empty() {
            let message =
                format!("`{attribute}`: a label is written ```math {{#eq:name}}");
            self.problem(range.start, message);
        }
        if label.is_some() && self.containers > 0 {
            self.problem(
                range.start,
                "an equation in a quote or a list has no number",
            );
        }
        let tex = plain_text(inner);
        if tex.replace("\\%", "").contains('%') {
            self.problem(range.start, "a formula has no comments: % is written \\%");
        }
        self.scan.formulas.push(Formula {
            tex,
            display: true,
            label: label.map(String::from),
            range,
        });
        taken
    }

    /// A paragraph that starts with a picture. Its caption is scanned like any text.
    fn figure(&mut self, events: Events<'_, '_>, paragraph: &Range<usize>) -> usize {
        let Event::Start(Tag::Image {
            dest_url, title, ..
        }) = &events[0].0
        else {
            return 1;
        };
        let image = events[0].1.clone();
        let (inner, taken) = inside(events);
        let description = plain_text(inner);
        let caption = &self.chapter.text[image.end..paragraph.end];
        if !title.starts_with("fig:") {
            self.problem(
                image.start,
                "a figure needs a label: ![...](file.svg \"fig:label\")",
            );
        } else if description.trim().is_empty() {
            self.problem(image.start, format!("{title} has no alternative text"));
        } else if caption.trim().is_empty() {
            self.problem(
                image.start,
                format!("{title} has no caption on the line after it"),
            );
        } else if self.containers > 0 {
            self.problem(image.start, "a figure does not stand in a quote or a list");
        }
        self.scan.figures.push(Figure {
            label: title.to_string(),
            file: dest_url.to_string(),
            description,
            image,
            paragraph: paragraph.clone(),
        });
        taken
    }

    fn link(&mut self, events: Events<'_, '_>, target: &str) -> usize {
        let (inner, taken) = inside(events);
        let text = match (inner.first(), inner.last()) {
            (Some(first), Some(last)) => {
                self.chapter.text[first.1.start..last.1.end].to_owned()
            }
            _ => String::new(),
        };
        for (event, range) in inner {
            match event {
                Event::Code(code) => self.code_span(code, range),
                Event::Text(text) if text.starts_with('@') => {
                    self.problem(range.start, "a citation does not stand in a link");
                }
                _ => {}
            }
        }
        self.scan.links.push(Link {
            target: target.to_owned(),
            text,
            range: events[0].1.clone(),
        });
        taken
    }

    /// A code span between dollar signs is a formula.
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
            self.problem(
                range.start,
                format!("the formula `{code}` has only one dollar sign"),
            );
        }
    }

    fn html(&mut self, html: &str, range: &Range<usize>) {
        static ID: LazyLock<Regex> =
            LazyLock::new(|| constant_regex(r#"\bid="([^"]*)""#));
        static IMAGE: LazyLock<Regex> =
            LazyLock::new(|| constant_regex(r"<img\b[^>]*>"));
        static TEXT: LazyLock<Regex> =
            LazyLock::new(|| constant_regex(r#"\balt="[^"]+""#));
        if html.trim() == REFERENCES {
            if self.scan.references.replace(range.clone()).is_some() {
                self.problem(range.start, "the list of references stands twice");
            }
            return;
        }
        let ids = ID.captures_iter(html).map(|found| found[1].to_owned());
        self.scan.html_ids.extend(ids);
        for image in IMAGE.find_iter(html) {
            if !TEXT.is_match(image.as_str()) {
                self.problem(
                    range.start + image.start(),
                    "a picture without alternative text",
                );
            }
        }
    }

    /// Finds citations in the run of plain text that has ended.
    fn flush_plain(&mut self) {
        let Some(plain) = self.plain.take() else {
            return;
        };
        // The parser leaves the backslash of `\@`, which is the sign itself, out of the text.
        let escaped = self.chapter.text[..plain.start].ends_with('\\');
        let (citations, problems) = citations(&self.chapter.text, plain, escaped);
        self.scan.citations.extend(citations);
        for (offset, message) in problems {
            self.problem(offset, message);
        }
    }
}

/// The events between a start and its end, and how many events that is with both.
fn inside<'a, 'b>(events: Events<'a, 'b>) -> (Events<'a, 'b>, usize) {
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

fn plain_text(events: Events<'_, '_>) -> String {
    events
        .iter()
        .map(|(event, _)| match event {
            Event::Text(text) | Event::Code(text) => text.to_string(),
            Event::SoftBreak | Event::HardBreak => " ".to_owned(),
            _ => String::new(),
        })
        .collect()
}

pub(super) fn constant_regex(pattern: &str) -> Regex {
    Regex::new(pattern).expect("the pattern is a constant")
}
