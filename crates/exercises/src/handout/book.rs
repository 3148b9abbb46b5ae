//! What texts of exercises refer to: titles, equations and figures of the chapters.

use std::collections::BTreeMap;
use std::path::Path;

use dialect::{Library, Problem, Source};

use super::bibliography::Bibliography;
use crate::Error;

/// All that a text can refer to, by its label.
pub(super) struct Book {
    pub(super) equations: BTreeMap<String, Equation>,
    pub(super) bibliography: Bibliography,
    /// What is shown for the labels of chapters, sections, figures and exercises: `"Kernels" of the
    /// chapter "..."`.
    names: BTreeMap<String, String>,
}

/// A formula with a label.
#[derive(Clone)]
pub(super) struct Equation {
    pub(super) tex: String,
    /// Where it stands, for instance `Section "Kernels" of the chapter "Attention pooling"`.
    pub(super) place: String,
}

impl Book {
    /// Reads the chapters, the titles of the exercises, and the references.
    pub(super) fn read(root: &Path, library: &Library) -> Result<Self, Error> {
        let mut book = Self {
            equations: BTreeMap::new(),
            bibliography: Bibliography::read(root)?,
            names: BTreeMap::new(),
        };
        let contents = Source::read(root, "src/SUMMARY.md")?;
        for line in contents.text.lines() {
            let link = line.trim().trim_start_matches("- ").strip_prefix('[');
            let link = link.and_then(|rest| rest.strip_suffix(')')?.split_once("]("));
            // A chapter that is announced has no file yet.
            if let Some((title, file)) = link.filter(|(_, file)| !file.is_empty()) {
                let source = Source::read(root, format!("src/{file}"))?;
                let kind = match title.starts_with("Appendix ") {
                    true => "appendix",
                    false => "chapter",
                };
                book.chapter(&source, kind)?;
            }
        }
        for exercise in &library.exercises {
            let label = format!("ex:{}", exercise.id);
            let name = format!("\"{}\"", exercise.metadata.title);
            book.names.insert(label, name);
        }
        Ok(book)
    }

    /// What a reference shows after its word.
    pub(super) fn name(&self, label: &str) -> Option<&str> {
        self.names.get(label).map(String::as_str)
    }

    fn chapter(&mut self, source: &Source, kind: &str) -> Result<(), Problem> {
        let mut page = Page {
            chapter: String::new(),
            section: None,
        };
        let mut lines = source.text.lines().enumerate();
        while let Some((index, line)) = lines.next() {
            if let Some(info) = line.strip_prefix("```") {
                let tex = block(&mut lines.by_ref().map(|(_, line)| line));
                if let Some(label) = equation_label(info) {
                    let place = page.place();
                    let equation = Equation { tex, place };
                    self.equations.insert(label.to_owned(), equation);
                }
            } else if let Some((level, title, id)) = heading(line) {
                self.heading(source, kind, level, title, id, &mut page);
            } else if let Some(label) = figure_label(line) {
                let caption = lines.next().map_or("", |(_, caption)| caption);
                let caption = first_sentence(caption);
                if caption.contains("](") || caption.contains("[@") {
                    let message = "the first sentence of this caption has a reference";
                    return Err(Problem::new(&source.file, index + 2, message));
                }
                let name = format!("\"{caption}\" of {}", page.chapter);
                self.names.insert(label.to_owned(), name);
            }
        }
        Ok(())
    }

    fn heading(
        &mut self,
        source: &Source,
        kind: &str,
        level: usize,
        title: &str,
        id: &str,
        page: &mut Page,
    ) {
        let quoted = format!("\"{title}\"");
        let (label, name) = match (level, id.strip_prefix("ex:")) {
            (_, Some(_)) => (id.to_owned(), quoted),
            (1, _) => {
                page.chapter = format!("the {kind} {quoted}");
                (format!("ch:{}", source.name()), quoted)
            }
            _ => {
                let name = format!("{quoted} of {}", page.chapter);
                page.section = Some(name.clone());
                (format!("sec:{id}"), name)
            }
        };
        self.names.entry(label).or_insert(name);
    }
}

/// Where a line of a chapter stands.
struct Page {
    /// `the chapter "Attention cues"`
    chapter: String,
    /// `"Kernels" of the chapter "Attention cues"`
    section: Option<String>,
}

impl Page {
    fn place(&self) -> String {
        match &self.section {
            Some(section) => format!("Section {section}"),
            None => self.chapter.clone(),
        }
    }
}

/// The equations with labels in a text that stands at `place`.
pub(super) fn equations(text: &str, place: &str) -> BTreeMap<String, Equation> {
    let mut equations = BTreeMap::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let Some(info) = line.strip_prefix("```") else {
            continue;
        };
        let tex = block(&mut lines);
        if let Some(label) = equation_label(info) {
            let place = place.to_owned();
            equations.insert(label.to_owned(), Equation { tex, place });
        }
    }
    equations
}

/// The lines up to the end of a block.
fn block<'a>(lines: &mut impl Iterator<Item = &'a str>) -> String {
    let inside: Vec<_> = lines.take_while(|line| *line != "```").collect();
    inside.join("\n")
}

/// The label in the first line of a formula: `math {#eq:mean}`.
pub(super) fn equation_label(info: &str) -> Option<&str> {
    let label = info.strip_prefix("math")?.trim();
    label.strip_prefix("{#")?.strip_suffix('}')
}

/// Level, title and identifier of `## Title {#identifier}`.
fn heading(line: &str) -> Option<(usize, &str, &str)> {
    let level = line.len() - line.trim_start_matches('#').len();
    let rest = line[level..].strip_prefix(' ').filter(|_| level > 0)?;
    let (title, id) = rest.trim_end().strip_suffix('}')?.rsplit_once("{#")?;
    Some((level, title.trim(), id))
}

/// The label of `![description](file.svg "fig:name")`.
fn figure_label(line: &str) -> Option<&str> {
    let title = line.strip_prefix("![")?.trim_end().strip_suffix("\")")?;
    let (_, label) = title.rsplit_once(" \"")?;
    label.starts_with("fig:").then_some(label)
}

/// Up to the first point that ends a sentence, without it.
fn first_sentence(caption: &str) -> &str {
    let end = caption.find(". ").unwrap_or(caption.len());
    caption[..end].trim_end_matches('.')
}
