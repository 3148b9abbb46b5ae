//! Numbers for everything that can be referred to, and what refers to what.

use std::collections::{BTreeSet, HashMap};

use mdbook_markdown::pulldown_cmark::HeadingLevel;

use crate::{Page, Problem};

/// What a label stands for.
#[derive(Debug)]
pub struct Target {
    /// Index of the page.
    pub page: usize,
    /// Identifier of the element in its page.
    pub id: String,
    /// What a reference shows: `2.3`, or `(2.3)` for an equation.
    pub number: String,
}

/// All labels of the book, and the identifiers of each page.
#[derive(Debug, Default)]
pub struct Labels {
    targets: HashMap<String, Target>,
    /// For each page, the identifiers that a link can lead to.
    ids: Vec<BTreeSet<String>>,
    /// For each page and each of its headings, the number before the title.
    pub headings: Vec<Vec<Option<String>>>,
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
    /// Numbers all pages. Says also what is labelled wrong.
    pub(crate) fn collect(pages: &[Page]) -> (Self, Vec<Problem>) {
        let mut labels = Self::default();
        let mut problems = Vec::new();
        let mut unnumbered = Counters::default();
        for (index, page) in pages.iter().enumerate() {
            labels
                .ids
                .push(page.scan.html_ids.iter().cloned().collect());
            labels.headings.push(Vec::new());
            let mut own = Counters::default();
            let counters = if page.listing.number.is_some() {
                &mut own
            } else {
                &mut unnumbered
            };
            labels.page(index, page, counters, &mut problems);
        }
        (labels, problems)
    }

    fn page(
        &mut self,
        index: usize,
        page: &Page,
        counters: &mut Counters,
        problems: &mut Vec<Problem>,
    ) {
        let number = |count: usize| match &page.listing.number {
            Some(chapter) => format!("{chapter}.{count}"),
            None => count.to_string(),
        };
        let chapter = page.listing.number.clone();
        let chapter = chapter.unwrap_or_else(|| page.listing.title.clone());
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
            } else if heading.level == HeadingLevel::H1
                && page.listing.appendix.is_some()
            {
                let letter = page.listing.number.as_ref();
                shown = letter.map(|letter| format!("Appendix {letter}:"));
            } else if heading.level == HeadingLevel::H2 {
                counters.sections += 1;
                let label = format!("sec:{}", heading.id);
                if page.listing.number.is_some() {
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
    pub fn target(&self, label: &str) -> Option<&Target> {
        self.targets.get(label)
    }

    /// Whether the page has an element with this identifier.
    pub fn has_id(&self, page: usize, id: &str) -> bool {
        self.ids[page].contains(id)
    }

    /// The number or title of the section that holds the byte at `offset` of a page.
    pub fn section(&self, pages: &[Page], page: usize, offset: usize) -> String {
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
            None => pages[page].listing.title.clone(),
        }
    }
}
