//! Makes a text of the book one that can be read without the book.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;

use dialect::{Problem, Source};

use super::book::{Book, Equation, equation_label, equations};

/// What a label starts with.
const LABELS: [&str; 6] = ["#api:", "#ch:", "#eq:", "#ex:", "#fig:", "#sec:"];

/// One file of the handout: its texts share the numbers of equations and the list of references.
pub(super) struct Page<'a> {
    root: &'a Path,
    book: &'a Book,
    /// Equations of the texts themselves, with their numbers.
    own: BTreeMap<String, usize>,
    /// Equations of other texts of the exercise.
    others: BTreeMap<String, Equation>,
    /// Equations of the book, in the order of their numbers.
    quoted: Vec<(usize, Equation, String)>,
    /// Keys of what is cited.
    cited: BTreeSet<String>,
    numbers: usize,
}

impl<'a> Page<'a> {
    /// An empty page.
    pub(super) fn new(root: &'a Path, book: &'a Book) -> Self {
        Self {
            root,
            book,
            own: BTreeMap::new(),
            others: BTreeMap::new(),
            quoted: Vec::new(),
            cited: BTreeSet::new(),
            numbers: 0,
        }
    }

    /// Lets the texts of the page refer to equations of another text.
    pub(super) fn refers_to(&mut self, source: &Source, place: &str) {
        self.others.extend(equations(&source.text, place));
    }

    /// The text without anything that only the book understands.
    ///
    /// # Errors
    ///
    /// A [`Problem`] for everything that cannot be resolved.
    pub(super) fn text(&mut self, source: &Source) -> Result<String, Vec<Problem>> {
        let expanded = dialect::expand(self.root, &without_code(source))?;
        for line in expanded.text.lines() {
            if let Some(label) = fence(line).and_then(|(_, info)| equation_label(info))
            {
                self.numbers += 1;
                self.own.insert(label.to_owned(), self.numbers);
            }
        }
        let (mut text, mut problems) = (String::new(), Vec::new());
        let (mut offset, mut open) = (0, None);
        for line in expanded.text.split_inclusive('\n') {
            match self.line(line.trim_end_matches('\n'), &mut open) {
                Ok(line) => {
                    text.push_str(&line);
                    text.push('\n');
                }
                Err(message) => problems.push(expanded.problem(offset, message)),
            }
            offset += line.len();
        }
        match problems.is_empty() {
            true => Ok(text.trim().to_owned()),
            false => Err(problems),
        }
    }

    /// The equations and references that the texts of the page need, as sections of it.
    pub(super) fn appendix(&self) -> String {
        let mut text = String::new();
        if !self.quoted.is_empty() {
            text.push_str("\n## From the book\n");
        }
        for (number, Equation { tex, place }, _) in &self.quoted {
            // Writing to a string does not fail.
            let _ = write!(
                text,
                "\nEquation ({number}), from {place}:\n\n```math\n{tex}\n```\n"
            );
        }
        if !self.cited.is_empty() {
            text.push_str("\n## References\n\n");
        }
        let entries = self.cited.iter();
        for entry in entries.filter_map(|key| self.book.bibliography.get(key)) {
            let _ = writeln!(text, "- {}", entry.line());
        }
        text
    }

    /// What a label stands for, with its word: `Section "Kernels" of the chapter "..."`.
    pub(super) fn reference(
        &mut self,
        word: &str,
        label: &str,
    ) -> Result<String, String> {
        let unknown = || format!("`{label}` is no label of the book");
        let shown = match label.split_once(':') {
            Some(("eq", _)) => format!("({})", self.equation(label)?),
            Some(("api", item)) => {
                let path = item.split_once('@').map_or(item, |(_, path)| path);
                return Ok(format!("{word} (`{path}`)"));
            }
            _ => self.book.name(label).ok_or_else(unknown)?.to_owned(),
        };
        Ok(format!("{word} {shown}"))
    }

    /// The number of an equation on this page.
    fn equation(&mut self, label: &str) -> Result<usize, String> {
        if let Some(number) = self.own.get(label) {
            return Ok(*number);
        }
        if let Some((number, ..)) = self.quoted.iter().find(|(.., it)| it == label) {
            return Ok(*number);
        }
        let equation = self.book.equations.get(label);
        let equation = equation.or_else(|| self.others.get(label));
        let equation =
            equation.ok_or_else(|| format!("`{label}` is no equation of the book"))?;
        self.numbers += 1;
        self.quoted
            .push((self.numbers, equation.clone(), label.to_owned()));
        Ok(self.numbers)
    }

    /// One line of a text.
    fn line(&mut self, line: &str, open: &mut Option<Open>) -> Result<String, String> {
        if let Some(block) = open {
            let (before, rest) = quote(line);
            if rest.starts_with(&block.fence)
                && rest.trim_end().trim_matches('`').is_empty()
            {
                let tag = block
                    .tag
                    .map(|number| format!("{before}\\tag{{{number}}}\n"));
                *open = None;
                return Ok(format!("{}{line}", tag.unwrap_or_default()));
            }
            // `# ` hides a line in the book, where a button shows it.
            let hidden = rest.strip_prefix("# ").or((rest == "#").then_some(""));
            return Ok(match hidden.filter(|_| block.rust) {
                Some(rest) => format!("{before}{rest}"),
                None => line.to_owned(),
            });
        }
        let Some((marks, info)) = fence(line) else {
            return self.inline(line);
        };
        let language = info.split([',', ' ']).next().unwrap_or_default();
        let before = &line[..line.len() - info.len()];
        *open = Some(Open {
            fence: "`".repeat(marks),
            rust: language == "rust",
            tag: equation_label(info).and_then(|label| self.own.get(label).copied()),
        });
        Ok(format!("{before}{language}"))
    }

    /// A line that is no code.
    fn inline(&mut self, line: &str) -> Result<String, String> {
        let mut shown = String::new();
        let mut rest = line;
        while let Some(c) = rest.chars().next() {
            let after_word = shown
                .ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '@'));
            let (taken, text) = if c == '`' {
                let length = code_span(rest);
                (length, rest[..length].to_owned())
            } else if c == '\\' {
                let length = 1 + rest[1..].chars().next().map_or(0, char::len_utf8);
                (length, rest[..length].to_owned())
            } else if rest.starts_with("![") {
                return Err("a picture cannot be handed out".into());
            } else if rest.starts_with("[@") {
                self.citations(rest)?
            } else if let Some(link) = (c == '[').then(|| Link::at(rest)).flatten() {
                (link.length, self.link(&link)?)
            } else if let Some(key) =
                (c == '@' && !after_word).then(|| key(rest)).flatten()
            {
                let entry = self.cite(key)?;
                (1 + key.len(), format!("{} ({})", entry.0, entry.1))
            } else {
                (c.len_utf8(), c.to_string())
            };
            if LABELS.iter().any(|label| rest.starts_with(label)) {
                return Err("a reference is written [Section](#sec:name)".into());
            }
            shown.push_str(&text);
            rest = &rest[taken..];
        }
        Ok(shown)
    }

    /// `[@hu2018, Section 3; @xu2015]`: its length, and what is shown.
    fn citations(&mut self, text: &str) -> Result<(usize, String), String> {
        let wrong = || "a citation is written [@key, Section 2; @other]".to_owned();
        let (group, _) = text[1..].split_once(']').ok_or_else(wrong)?;
        let mut shown = Vec::new();
        for item in group.split(';').map(str::trim) {
            let key = key(item).ok_or_else(wrong)?;
            let (names, year) = self.cite(key)?;
            shown.push(format!("{names} {year}{}", &item[1 + key.len()..]));
        }
        Ok((group.len() + 2, format!("({})", shown.join("; "))))
    }

    /// Names and year of an entry, which will be in the list of references.
    fn cite(&mut self, key: &str) -> Result<(String, String), String> {
        let entry = self.book.bibliography.get(key);
        let entry = entry.ok_or_else(|| format!("no reference has the key `{key}`"))?;
        self.cited.insert(key.to_owned());
        Ok((entry.names(), entry.year().to_owned()))
    }

    fn link(&mut self, link: &Link<'_>) -> Result<String, String> {
        match link.target.strip_prefix('#') {
            Some(label) => self.reference(link.text, label),
            None if link.target.contains("://")
                || link.target.starts_with("mailto:") =>
            {
                Ok(format!("[{}]({})", link.text, link.target))
            }
            None => Err(format!(
                "`{}` is a page of the book: refer to a label such as #sec:name",
                link.target
            )),
        }
    }
}

/// The text with a remark in place of the code of the exercise, which stands in a file beside it. (What
/// only a solution may show stays an error elsewhere.)
fn without_code(source: &Source) -> Source {
    let is_solution = source.file.ends_with("/solution.md");
    let lines = source.text.lines().map(|line| match line {
        "# {{#stub}}" => "# // The code of src/lib.rs, as it was handed out.",
        "# {{#solved}}" if is_solution => "# // The code of src/lib.rs, solved.",
        line => line,
    });
    Source {
        file: source.file.clone(),
        text: lines.map(|line| format!("{line}\n")).collect(),
    }
}

/// A code block that has been opened.
struct Open {
    fence: String,
    rust: bool,
    /// The number of an equation.
    tag: Option<usize>,
}

/// A link `[text](target)`.
struct Link<'a> {
    text: &'a str,
    target: &'a str,
    length: usize,
}

impl<'a> Link<'a> {
    /// The link at the start of `text`, if there is one.
    fn at(text: &'a str) -> Option<Self> {
        let mut end = 1;
        while let Some(c) = text[end..].chars().next().filter(|c| *c != ']') {
            end += match c {
                '`' => code_span(&text[end..]),
                '[' => return None,
                c => c.len_utf8(),
            };
        }
        let rest = text[end..].strip_prefix("](")?;
        let (target, _) = rest.split_once(')')?;
        Some(Self {
            text: &text[1..end],
            target,
            length: end + target.len() + 3,
        })
    }
}

/// The key after `@`.
fn key(text: &str) -> Option<&str> {
    let rest = text.strip_prefix('@')?;
    let letter = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let end = rest.find(|c| !letter(c)).unwrap_or(rest.len());
    rest.starts_with(|c: char| c.is_ascii_alphabetic())
        .then(|| &rest[..end])
}

/// How long the code span or the formula at the start of `text` is; without an end, its backticks.
fn code_span(text: &str) -> usize {
    let marks = text.len() - text.trim_start_matches('`').len();
    let mut at = marks;
    while let Some(next) = text[at..].find('`') {
        at += next;
        let closing = text[at..].len() - text[at..].trim_start_matches('`').len();
        at += closing;
        if closing == marks {
            return at;
        }
    }
    marks
}

/// The marks of quotes and the blanks at the start of a line, and the rest.
fn quote(line: &str) -> (&str, &str) {
    let rest = line.trim_start_matches([' ', '>']);
    line.split_at(line.len() - rest.len())
}

/// The number of backticks of an opening fence, and what follows them.
fn fence(line: &str) -> Option<(usize, &str)> {
    let (_, rest) = quote(line);
    let info = rest.trim_start_matches('`');
    let marks = rest.len() - info.len();
    (marks >= 3 && !info.contains('`')).then_some((marks, info))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_span_ends_with_as_many_backticks() {
        assert_eq!(code_span("`a` b`"), 3);
        assert_eq!(code_span("``a ` b`` c"), 9);
        assert_eq!(code_span("``a"), 2, "without an end it is text");
    }

    #[test]
    fn a_link_may_have_code_in_its_text() {
        let link = Link::at("[`a](b)`](c) d").unwrap();
        assert_eq!((link.text, link.target, link.length), ("`a](b)`", "c", 12));
        for text in ["[a] (b)", "[a", "[a](b", "[[a](b)"] {
            assert!(Link::at(text).is_none(), "{text}");
        }
    }

    #[test]
    fn a_fence_may_stand_in_a_quote() {
        assert_eq!(fence("> ```rust,no_run"), Some((3, "rust,no_run")));
        assert_eq!(fence("```math``` in a line"), None);
        assert_eq!(fence("``"), None);
    }
}
