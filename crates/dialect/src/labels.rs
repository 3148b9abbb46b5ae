//! Numbers the targets of references.

use std::collections::{BTreeSet, HashMap};

use mdbook_markdown::pulldown_cmark::HeadingLevel;

use crate::{Page, Problem};

/// The target of a label.
#[derive(Debug)]
pub struct Target {
    /// Index of the page.
    pub page: usize,
    /// Identifier of the element on its page.
    pub id: String,
    /// The text of a reference: `2.3`, or `(2.3)` for an equation.
    pub number: String,
}

/// All labels of the book, and the identifiers of each page.
#[derive(Debug, Default)]
pub struct Labels {
    targets: HashMap<String, Target>,
    /// For each page, the identifiers to which a link can lead.
    ids: Vec<BTreeSet<String>>,
    /// For each page and each of its headings, the number before the title.
    pub headings: Vec<Vec<Option<String>>>,
}

/// The number of elements so far, for each chapter and kind.
type Counters = HashMap<(Option<String>, &'static str), usize>;

impl Labels {
    /// Numbers all pages, and returns a problem for each wrong label.
    pub(crate) fn collect(pages: &[Page]) -> (Self, Vec<Problem>) {
        let (mut labels, mut problems) = (Self::default(), Vec::new());
        let mut counters = Counters::new();
        for page in pages {
            labels.page(page, &mut counters, &mut problems);
        }
        (labels, problems)
    }

    fn page(&mut self, page: &Page, counts: &mut Counters, problems: &mut Vec<Problem>) {
        let (listing, scan) = (&page.listing, &page.scan);
        // Pages without a number share one sequence.
        let mut next = |kind| {
            let count = counts.entry((listing.number.clone(), kind)).or_default();
            *count += 1;
            match &listing.number {
                Some(chapter) => format!("{chapter}.{count}"),
                None => count.to_string(),
            }
        };
        let mut ids: BTreeSet<_> = scan.html_ids.iter().cloned().collect();
        let mut headings = Vec::new();
        let chapter = listing.number.as_ref().unwrap_or(&listing.title);
        // Label, number, and offset.
        let mut found = Vec::new();
        if listing.opens {
            found.push((format!("ch:{}", page.name()), chapter.clone(), 0));
        }
        for heading in &scan.headings {
            let (id, start) = (&heading.id, heading.range.start);
            let mut shown = None;
            if id.starts_with("ex:") {
                let number = next("exercise");
                shown = Some(format!("Exercise {number}:"));
                found.push((id.clone(), number, start));
            } else if let Some(name) = id.strip_prefix("solution:") {
                let exercise = format!("ex:{name}");
                let here = found.iter().find(|(label, ..)| *label == exercise);
                let here = here.map(|(_, number, _)| number.clone());
                let before = || Some(self.targets.get(&exercise)?.number.clone());
                if let Some(number) = here.or_else(before) {
                    shown = Some(format!("Solution {number}:"));
                    found.push((id.clone(), number, start));
                } else {
                    let rule = "a solution comes after its exercise";
                    problems.push(page.text.problem(start, rule));
                }
            } else if !ids.insert(id.clone()) {
                let rule = "two elements of this page have the identifier";
                problems.push(page.text.problem(start, format!("{rule} `{id}`")));
            } else if heading.level == HeadingLevel::H2 {
                let mut number = next("section");
                match listing.number {
                    Some(_) => shown = Some(number.clone()),
                    None => number = format!("“{}”", heading.title),
                }
                found.push((format!("sec:{id}"), number, start));
            } else if heading.level == HeadingLevel::H1 && listing.opens {
                let word = match listing.appendix {
                    Some(_) => "Appendix",
                    None => "Chapter",
                };
                let number = listing.number.as_ref();
                shown = number.map(|number| format!("{word} {number}:"));
            }
            headings.push(shown);
        }
        for figure in &scan.figures {
            let number = next("figure");
            found.push((figure.label.clone(), number, figure.image.start));
        }
        for formula in &scan.formulas {
            if let Some(label) = &formula.label {
                let number = format!("({})", next("equation"));
                found.push((label.clone(), number, formula.range.start));
            }
        }
        self.headings.push(headings);
        self.ids.push(ids);
        for (label, number, start) in found {
            if let Err(message) = self.add(label, number) {
                problems.push(page.text.problem(start, message));
            }
        }
    }

    /// Adds a label to the last page.
    fn add(&mut self, label: String, number: String) -> Result<(), String> {
        let page = self.ids.len() - 1;
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-/".contains(c);
        // A link leads to the heading of a section but to the page of a chapter.
        let (kind, name) = label.split_once(':').unwrap_or_default();
        let (id, is_new) = match kind {
            "sec" => (name.to_owned(), true),
            "ch" => (String::new(), true),
            _ => {
                let id = label.replace(':', "-");
                (id.clone(), self.ids[page].insert(id))
            }
        };
        let is_plain = kind == "ch" || !name.is_empty() && name.chars().all(plain);
        let target = Target { page, id, number };
        let before = self.targets.insert(label.clone(), target);
        if !is_plain {
            return Err(format!("the label `{label}` is not made of a-z, 0-9 and -"));
        }
        if !is_new || before.is_some() {
            return Err(format!("the label `{label}` is used twice"));
        }
        Ok(())
    }

    /// Returns the target of `label`.
    pub fn target(&self, label: &str) -> Option<&Target> {
        self.targets.get(label)
    }

    /// Returns whether the page has an element with this identifier.
    pub fn has_id(&self, page: usize, id: &str) -> bool {
        self.ids[page].contains(id)
    }

    /// Returns the number or title of the section that contains the byte at `offset` of a page.
    pub fn section(&self, pages: &[Page], page: usize, offset: usize) -> String {
        let headings = pages[page].scan.headings.iter();
        let before = headings.take_while(|heading| heading.range.start <= offset);
        let shown = self.headings[page][..before.count()].iter().flatten();
        match shown.last() {
            Some(shown) if shown.ends_with(':') => shown.trim_end_matches(':').into(),
            Some(number) => format!("Section {number}"),
            None => pages[page].listing.title.clone(),
        }
    }
}
