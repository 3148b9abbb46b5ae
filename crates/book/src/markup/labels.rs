//! Numbers for everything that can be referred to, and what refers to what.

use std::collections::{BTreeSet, HashMap};

use dialect::Problem;
use mdbook_markdown::pulldown_cmark::HeadingLevel;

use super::Page;

/// What a label stands for.
#[derive(Debug)]
pub(crate) struct Target {
    /// Index of the page.
    pub(crate) page: usize,
    /// Identifier of the element in its page.
    pub(crate) id: String,
    /// What a reference shows: `2.3`, or `(2.3)` for an equation.
    pub(crate) number: String,
}

/// All labels of the book, and the identifiers of each page.
#[derive(Debug, Default)]
pub(crate) struct Labels {
    targets: HashMap<String, Target>,
    /// For each page, the identifiers that a link can lead to.
    ids: Vec<BTreeSet<String>>,
    /// For each page and each of its headings, the number before the title.
    pub(crate) headings: Vec<Vec<Option<String>>>,
}

/// Counts within a chapter; pages without a number share one sequence.
#[derive(Clone, Default)]
struct Counters {
    sections: usize,
    figures: usize,
    equations: usize,
    exercises: usize,
}

impl Labels {
    /// Numbers all pages.
    pub(crate) fn collect(pages: &[Page]) -> Result<Self, Vec<Problem>> {
        let mut labels = Self::default();
        let mut problems = Vec::new();
        let mut unnumbered = Counters::default();
        for (index, page) in pages.iter().enumerate() {
            labels
                .ids
                .push(page.scan.html_ids.iter().cloned().collect());
            labels.headings.push(Vec::new());
            let mut own = Counters::default();
            let counters = if page.number.is_some() {
                &mut own
            } else {
                &mut unnumbered
            };
            labels.page(index, page, counters, &mut problems);
        }
        if problems.is_empty() {
            Ok(labels)
        } else {
            Err(problems)
        }
    }

    fn page(
        &mut self,
        index: usize,
        page: &Page,
        counters: &mut Counters,
        problems: &mut Vec<Problem>,
    ) {
        let number = |count: usize| match &page.number {
            Some(chapter) => format!("{chapter}.{count}"),
            None => count.to_string(),
        };
        let chapter = page.number.clone().unwrap_or_else(|| page.title.clone());
        self.add(
            page,
            index,
            format!("ch:{}", page.name()),
            chapter,
            0,
            problems,
        );
        for heading in &page.scan.headings {
            let mut shown = None;
            if let Some(exercise) = heading.id.strip_prefix("ex:") {
                counters.exercises += 1;
                let number = number(counters.exercises);
                let label = format!("ex:{exercise}");
                shown = Some(format!("Exercise {number}:"));
                self.add(page, index, label, number, heading.range.start, problems);
            } else if !self.ids[index].insert(heading.id.clone()) {
                let message = format!(
                    "two elements of this page have the identifier `{}`",
                    heading.id
                );
                problems.push(page.text.problem(heading.range.start, message));
            } else if heading.level == HeadingLevel::H1 && page.appendix {
                shown = page
                    .number
                    .as_ref()
                    .map(|letter| format!("Appendix {letter}:"));
            } else if heading.level == HeadingLevel::H2 {
                counters.sections += 1;
                let label = format!("sec:{}", heading.id);
                if page.number.is_some() {
                    let number = number(counters.sections);
                    shown = Some(number.clone());
                    self.add(page, index, label, number, heading.range.start, problems);
                } else {
                    let title = format!("“{}”", heading.title);
                    self.add(page, index, label, title, heading.range.start, problems);
                }
            }
            self.headings[index].push(shown);
        }
        for figure in &page.scan.figures {
            counters.figures += 1;
            let number = number(counters.figures);
            self.add(
                page,
                index,
                figure.label.clone(),
                number,
                figure.image.start,
                problems,
            );
        }
        for formula in &page.scan.formulas {
            if let Some(label) = &formula.label {
                counters.equations += 1;
                let number = format!("({})", number(counters.equations));
                self.add(
                    page,
                    index,
                    label.clone(),
                    number,
                    formula.range.start,
                    problems,
                );
            }
        }
    }

    fn add(
        &mut self,
        page: &Page,
        index: usize,
        label: String,
        number: String,
        offset: usize,
        problems: &mut Vec<Problem>,
    ) {
        let name = label.split_once(':').map_or("", |(_, name)| name);
        let plain =
            |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-/".contains(c);
        if !label.starts_with("ch:") && (name.is_empty() || !name.chars().all(plain)) {
            let message = format!("the label `{label}` is not made of a-z, 0-9 and -");
            problems.push(page.text.problem(offset, message));
        }
        // A section is reached by the identifier of its heading, a chapter by its page.
        let id = match label.split_once(':') {
            Some(("sec", heading)) => heading.to_owned(),
            Some(("ch", _)) => String::new(),
            _ => label.replace(':', "-"),
        };
        let own_id = !label.starts_with("sec:") && !label.starts_with("ch:");
        let taken = own_id && !self.ids[index].insert(id.clone());
        let target = Target {
            page: index,
            id,
            number,
        };
        if taken || self.targets.insert(label.clone(), target).is_some() {
            let message = format!("the label `{label}` is used twice");
            problems.push(page.text.problem(offset, message));
        }
    }

    /// What `label` stands for.
    pub(crate) fn target(&self, label: &str) -> Option<&Target> {
        self.targets.get(label)
    }

    /// Whether the page has an element with this identifier.
    pub(crate) fn has_id(&self, page: usize, id: &str) -> bool {
        self.ids[page].contains(id)
    }

    /// The number or title of the section that holds the byte at `offset` of a page.
    pub(crate) fn section(&self, pages: &[Page], page: usize, offset: usize) -> String {
        let mut before = pages[page]
            .scan
            .headings
            .iter()
            .zip(&self.headings[page])
            .filter(|(heading, _)| heading.range.start <= offset)
            .filter_map(|(_, shown)| shown.clone());
        match before.next_back() {
            Some(shown) if shown.ends_with(':') => {
                shown.trim_end_matches(':').to_owned()
            }
            Some(number) => format!("Section {number}"),
            None => pages[page].title.clone(),
        }
    }
}
