//! Makes texts of the book readable without the book.

use std::collections::{BTreeMap, BTreeSet};

use dialect::{Citation, Edit, Expanded, Fence, Link, Problems, Source, apply};

use super::book::{Book, Equation};

/// Returns a text that can be read without the book: with references in words, followed by the
/// equations and works to which it refers.
pub(crate) fn standalone(book: &Book, source: &Source) -> Result<String, Problems> {
    let mut page = Page::new(book);
    let text = page.text(source)?;
    Ok(format!("{text}\n{}", page.appendix()))
}

/// One file of the handout, whose texts share equation numbers and a list of references.
pub(crate) struct Page<'a> {
    book: &'a Book,
    /// Equations of the texts themselves, with their numbers.
    own: BTreeMap<String, usize>,
    /// Equations of other texts of the exercise.
    others: BTreeMap<String, Equation>,
    /// Equations of the book, with their labels and numbers, in the order of the numbers.
    quoted: Vec<(String, usize, Equation)>,
    /// Keys of cited works.
    cited: BTreeSet<String>,
    numbers: usize,
}

impl<'a> Page<'a> {
    pub(crate) fn new(book: &'a Book) -> Self {
        Self {
            book,
            own: BTreeMap::new(),
            others: BTreeMap::new(),
            quoted: Vec::new(),
            cited: BTreeSet::new(),
            numbers: 0,
        }
    }

    /// Lets the texts of the page refer to equations of another text.
    pub(crate) fn refers_to(&mut self, source: &Source, place: &str) -> Result<(), Problems> {
        let text = dialect::expand(&self.book.root, &without_code(source))?;
        for formula in &dialect::scan(&text).0.formulas {
            if let Some(label) = &formula.label {
                let equation = Equation::of(formula, place.to_owned());
                self.others.insert(label.clone(), equation);
            }
        }
        Ok(())
    }

    /// Returns the text without syntax that only the book understands.
    pub(crate) fn text(&mut self, source: &Source) -> Result<String, Problems> {
        let text = dialect::expand(&self.book.root, &without_code(source))?;
        let (scan, mut problems) = dialect::scan(&text);
        for label in scan.formulas.iter().filter_map(|one| one.label.as_ref()) {
            self.numbers += 1;
            self.own.insert(label.clone(), self.numbers);
        }
        let mut edits = Vec::new();
        for fence in &scan.fences {
            let mut formulas = scan.formulas.iter();
            let formula = formulas.find(|one| one.range == fence.range);
            let label = formula.and_then(|one| one.label.as_ref());
            let number = label.and_then(|label| self.own.get(label)).copied();
            fenced(&text, fence, number, &mut edits);
        }
        let mut take = |start, edit: Result<Option<Edit>, String>| match edit {
            Ok(edit) => edits.extend(edit),
            Err(message) => problems.push(text.problem(start, message)),
        };
        for link in &scan.links {
            take(link.range.start, self.link(link));
        }
        for citation in &scan.citations {
            take(citation.range.start, self.citation(citation).map(Some));
        }
        for figure in &scan.figures {
            let message = "a picture cannot be handed out";
            take(figure.image.start, Err(message.into()));
        }
        Problems(problems).or(apply(&text.text, edits).trim().to_owned())
    }

    /// Returns sections with the equations and references that the texts of the page need.
    pub(crate) fn appendix(&self) -> String {
        let mut text = String::new();
        if !self.quoted.is_empty() {
            text.push_str("\n## From the book\n");
        }
        for (_, number, Equation { tex, place }) in &self.quoted {
            text += &format!("\nEquation ({number}), from {place}:\n\n```math\n{tex}\n```\n");
        }
        if !self.cited.is_empty() {
            text.push_str("\n## References\n\n");
        }
        let works = self.book.bibliography.iter();
        for work in works.filter(|work| self.cited.contains(&work.key)) {
            text += &format!("- {}\n", work.text);
        }
        text
    }

    /// Returns the target of a label in words: `Section "Kernels" of the chapter "..."`.
    pub(crate) fn reference(&mut self, word: &str, label: &str) -> Result<String, String> {
        let name = match label.split_once(':') {
            Some(("eq", _)) => Some(format!("({})", self.equation(label)?)),
            Some(("api", item)) => {
                let path = item.split_once('@').map_or(item, |(_, path)| path);
                Some(format!("(`{path}`)"))
            }
            _ => self.book.name(label),
        };
        let name = name.ok_or_else(|| format!("`{label}` is no label of the book"))?;
        Ok(format!("{word} {name}"))
    }

    fn equation(&mut self, label: &str) -> Result<usize, String> {
        if let Some(number) = self.own.get(label) {
            return Ok(*number);
        }
        if let Some((_, number, _)) = self.quoted.iter().find(|(it, ..)| it == label) {
            return Ok(*number);
        }
        let of_book = self.book.equation(label);
        let equation = of_book.or_else(|| self.others.get(label).cloned());
        let unknown = || format!("`{label}` is no equation of the book");
        let equation = equation.ok_or_else(unknown)?;
        self.numbers += 1;
        self.quoted.push((label.to_owned(), self.numbers, equation));
        Ok(self.numbers)
    }

    /// Replaces a reference by words, but keeps external links.
    fn link(&mut self, link: &Link) -> Result<Option<Edit>, String> {
        let target = &link.target;
        if let Some(label) = target.strip_prefix('#') {
            let text = self.reference(&link.text, label)?;
            return Ok(Some(Edit::new(link.range.clone(), text)));
        }
        match target.contains("://") || target.starts_with("mailto:") {
            true => Ok(None),
            false => {
                Err(format!("`{target}` is a page of the book: refer to a label such as #sec:name"))
            }
        }
    }

    /// Returns `(Hu 2018, Section 3; Xu 2015)`, or `Hu (2018)` in a sentence, and adds the works to
    /// the list of references.
    fn citation(&mut self, citation: &Citation) -> Result<Edit, String> {
        let mut shown = Vec::new();
        for (key, rest) in &citation.items {
            let reference = self.book.bibliography.get(key);
            let reference = reference.ok_or_else(|| format!("no reference has the key `{key}`"))?;
            self.cited.insert(key.clone());
            shown.push(match citation.narrative {
                true => reference.narrative.clone(),
                false => format!("{}{rest}", reference.citation),
            });
        }
        let text = match citation.narrative {
            true => shown.concat(),
            false => format!("({})", shown.join("; ")),
        };
        Ok(Edit::new(citation.range.clone(), text))
    }
}

/// Keeps only the language after the opening fence, shows hidden lines of Rust, and numbers an
/// equation.
fn fenced(text: &Expanded, fence: &Fence, number: Option<usize>, edits: &mut Vec<Edit>) {
    let block = &text.text[fence.range.clone()];
    let marks = block.len() - block.trim_start_matches('`').len();
    let opening = block.lines().next().unwrap_or_default().len();
    let language = fence.info.split([',', ' ']).next().unwrap_or_default();
    let start = fence.range.start;
    edits.push(Edit::new(start + marks..start + opening, language));
    if language == "rust" {
        for line in &fence.lines {
            let hidden = match &text.text[line.clone()] {
                "#" => 1,
                code if code.starts_with("# ") => 2,
                _ => 0,
            };
            edits.push(Edit::new(line.start..line.start + hidden, ""));
        }
    }
    if let Some(number) = number {
        let closing = start + block.trim_end().trim_end_matches('`').len();
        let line = text.text[..closing].rfind('\n').map_or(0, |at| at + 1);
        let before = &text.text[line..closing];
        let tag = format!("\\tag{{{number}}}\n{before}");
        edits.push(Edit::new(closing..closing, tag));
    }
}

/// Replaces the code of the exercise by a remark, because a file next to the text contains it.
/// Outside a solution, `{{#solved}}` remains an error.
fn without_code(source: &Source) -> Source {
    let is_solution = source.file.ends_with("/solution.md");
    let lines = source.text.lines().map(|line| match line {
        "# {{#stub}}" => "# // The code of lib.rs, as it was handed out.",
        "# {{#solved}}" if is_solution => "# // The code of lib.rs, solved.",
        line => line,
    });
    Source { file: source.file.clone(), text: lines.map(|line| format!("{line}\n")).collect() }
}
