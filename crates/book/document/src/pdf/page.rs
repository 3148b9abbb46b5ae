//! A page of the site as markup: its headings, paragraphs, lists, and boxes.

use std::collections::HashSet;

use anyhow::{Result, bail};
use scraper::ElementRef;
use scraper::node::Node;

use super::labels::{Labels, label};
use super::{Figures, escape};
use crate::site::{Page, selector};

/// Converts one page.
pub(super) struct Converter<'a> {
    pub(super) page: &'a Page,
    pub(super) labels: &'a Labels,
    /// The level of the page's title among the headings of the document.
    pub(super) level: usize,
    pub(super) figures: &'a mut Figures,
    /// The works that the pages of the document cite.
    pub(super) cited: Option<&'a HashSet<String>>,
    /// How many brackets are open in the current paragraph.
    pub(super) brackets: i32,
    /// The links of the current paragraph that have their page number.
    pub(super) referred: HashSet<String>,
    /// Whether the current element is in a table.
    pub(super) table: bool,
    /// The answers to the page's questions, which are printed at its end.
    pub(super) answers: Vec<String>,
    /// The hints of the page's exercises, which are printed at its end.
    pub(super) hints: Vec<String>,
    /// The title of the current exercise.
    pub(super) exercise: String,
}

impl<'a> Converter<'a> {
    /// Prepares the conversion of `page`. Without `cited`, all references are printed.
    pub(super) fn new(
        page: &'a Page,
        labels: &'a Labels,
        level: usize,
        figures: &'a mut Figures,
        cited: Option<&'a HashSet<String>>,
    ) -> Self {
        Self {
            page,
            labels,
            level,
            figures,
            cited,
            brackets: 0,
            referred: HashSet::new(),
            table: false,
            answers: Vec::new(),
            hints: Vec::new(),
            exercise: String::new(),
        }
    }

    /// Converts the page with its title.
    pub(super) fn page(&mut self) -> Result<String> {
        let mut markup = self.blocks(self.page.main()?)?;
        markup.extend(self.answers.drain(..));
        if !self.hints.is_empty() {
            markup += &format!("#hints({})\n\n", self.level + 1);
            markup.extend(self.hints.drain(..));
        }
        Ok(markup)
    }

    /// Converts the children of `element`, each of which is a block, or all of which are in a line.
    pub(super) fn blocks(&mut self, element: ElementRef) -> Result<String> {
        let block = |name: &str| {
            matches!(
                name,
                "blockquote" | "details" | "div" | "dl" | "figure" | "ol" | "p" | "pre" | "ul"
            )
        };
        if !element.child_elements().any(|child| block(child.value().name()) || heading(child) > 0)
        {
            self.brackets = 0;
            return self.line(element);
        }
        let mut markup = String::new();
        // A line before the first block, as in a list item with another list.
        let mut line = String::new();
        for child in element.children() {
            match (child.value(), ElementRef::wrap(child)) {
                (_, Some(child)) if block(child.value().name()) || heading(child) > 0 => {
                    markup += std::mem::take(&mut line).trim();
                    markup += "\n\n";
                    markup += &self.block(child)?;
                }
                (_, Some(child)) => line += &self.piece(child)?,
                (Node::Text(text), _) => line += &escape::markup(text),
                _ => {}
            }
        }
        markup += line.trim();
        Ok(markup + "\n\n")
    }

    fn block(&mut self, element: ElementRef) -> Result<String> {
        let class = element.attr("class").unwrap_or_default();
        let name = element.value().name();
        let anchor = self.anchor(element);
        self.brackets = 0;
        self.referred.clear();
        Ok(match (name, class) {
            ("h1" | "h2" | "h3", _) => return self.heading(element),
            ("p", "blockquote-tag-title") => String::new(),
            ("p", "") if leads(element) => {
                format!("#lead[{anchor}{}]\n\n", self.line(element)?.trim())
            }
            ("p", "") => format!("{anchor}{}\n\n", self.line(element)?.trim()),
            // The way up, which a reader of the whole book sees in the running head.
            ("div", "above") => String::new(),
            ("div", "opening") => format!("#opening[{}]\n", self.blocks(element)?),
            ("div", "equation" | "table-wrapper") => format!("{anchor}{}", self.parts(element)?),
            ("div", "snippet") => self.snippet(element)?,
            ("div", "reference") => self.reference(element)?,
            ("pre", _) => self.listing(element, false)?,
            ("ul", _) => self.list("list", "", element)?,
            ("ol", _) => {
                let start = element.attr("start").unwrap_or("1");
                self.list("enum", &format!("start: {start}, "), element)?
            }
            ("dl", _) => self.definitions(element)?,
            ("table", _) => self.table(element)?,
            ("figure", "figure") => self.figure(element)?,
            ("blockquote", _) => self.boxed(element, class)?,
            ("details", _) => self.details(element, class)?,
            _ => {
                bail!("{}: the element {name} with the class {class:?} is unknown", self.page.name)
            }
        })
    }

    /// Converts the elements in `element`, all of which are blocks.
    fn parts(&mut self, element: ElementRef) -> Result<String> {
        element.child_elements().map(|part| self.block(part)).collect()
    }

    /// Returns the place to which links to `element` lead.
    pub(super) fn anchor(&self, element: ElementRef) -> String {
        let label = element.attr("id").and_then(|id| self.labels.of_element(self.page, id));
        label.map_or_else(String::new, |label| format!("#[#metadata(none)<{label}>];"))
    }

    fn heading(&mut self, element: ElementRef) -> Result<String> {
        let depth = heading(element);
        let title = self.line(element)?;
        let numbered = element.select(&selector(".section-number")).next().is_some();
        let folder = self.page.name.rsplit('/').next().unwrap_or_default();
        let exercises = folder.starts_with("exercises") || folder.starts_with("solutions");
        let kind = match depth {
            1 if self.page.depth > 0 || folder.starts_with("solutions") => "page",
            1 => "chapter",
            2 if numbered && !exercises => "section",
            2 => "task",
            _ => "paragraph",
        };
        if kind == "task" {
            self.exercise.clone_from(&title);
        }
        let level = self.level + depth - 1;
        let id = element.attr("id").unwrap_or_default();
        let label = self.labels.of_element(self.page, id);
        let label = label.map_or_else(String::new, |label| format!("<{label}>"));
        let top = if depth == 1 {
            format!("#[#metadata(none)<{}>];", label_of_page(self.page))
        } else {
            String::new()
        };
        Ok(format!("#head({level}, \"{kind}\")[{title}]{label}\n{top}\n"))
    }

    fn list(&mut self, kind: &str, options: &str, element: ElementRef) -> Result<String> {
        let mut items = String::new();
        for item in element.child_elements() {
            let anchor = self.anchor(item);
            items += &format!("[{anchor}{}]", self.blocks(item)?.trim());
            items += ", ";
        }
        Ok(format!("#{kind}({options}{items})\n\n"))
    }

    fn definitions(&mut self, element: ElementRef) -> Result<String> {
        let mut markup = String::new();
        for part in element.child_elements() {
            let anchor = self.anchor(part);
            let text = self.blocks(part)?;
            markup += &match part.value().name() {
                "dt" => format!("#terms.item[{anchor}{text}]"),
                _ => format!("[{text}]\n"),
            };
        }
        Ok(markup + "\n")
    }

    fn reference(&mut self, element: ElementRef) -> Result<String> {
        let id = element.attr("id").unwrap_or_default();
        if self.cited.is_some_and(|cited| !cited.contains(id)) {
            return Ok(String::new());
        }
        Ok(format!("#work[{}{}]\n", self.anchor(element), self.blocks(element)?.trim()))
    }

    fn boxed(&mut self, element: ElementRef, class: &str) -> Result<String> {
        let kind = class.rsplit('-').next().unwrap_or_default();
        Ok(format!("#boxed(\"{kind}\")[{}]\n\n", self.blocks(element)?.trim()))
    }

    fn details(&mut self, element: ElementRef, class: &str) -> Result<String> {
        let mut parts = element.child_elements();
        let Some(summary) = parts.next().filter(|part| part.value().name() == "summary") else {
            bail!("{}: an element details without a summary", self.page.name);
        };
        let title = self.line(summary)?;
        let body = parts.map(|part| self.block(part)).collect::<Result<String>>()?;
        let body = body.trim();
        let question = element.parent().and_then(ElementRef::wrap);
        if question.is_some_and(|parent| parent.value().name() == "blockquote") {
            let number = self.answers.len() + 1;
            let label = label(&self.page.name, &format!("answer-{number}"));
            self.answers.push(format!("#answer(<{label}-question>)[{body}]<{label}>\n\n"));
            return Ok(format!("#question(<{label}>)<{label}-question>\n\n"));
        }
        if class == "hint" {
            let label = label(&self.page.name, &format!("hint-{}", self.hints.len() + 1));
            let exercise = std::mem::take(&mut self.exercise);
            let first = !exercise.is_empty();
            if first {
                self.hints.push(format!("#hinted[{exercise}]<{label}>\n"));
            }
            self.hints.push(format!("#hint[{title}][{body}]\n\n"));
            return Ok(if first { format!("#hint-place(<{label}>)\n\n") } else { String::new() });
        }
        Ok(format!("#aside[{title}][{body}]\n\n"))
    }
}

fn label_of_page(page: &Page) -> String {
    label(&page.name, "")
}

/// Returns the depth of a heading, or 0 for another element.
fn heading(element: ElementRef) -> usize {
    match element.value().name() {
        "h1" => 1,
        "h2" => 2,
        "h3" => 3,
        _ => 0,
    }
}

/// Tells whether a paragraph stays with what follows: a short one below a heading, such as the kind
/// of an exercise, and one that announces something.
fn leads(paragraph: ElementRef) -> bool {
    let text: String = paragraph.text().collect();
    let length = text.trim().chars().count();
    let mut before = paragraph.prev_siblings().filter_map(ElementRef::wrap);
    let below_heading = before.next().is_some_and(|element| heading(element) > 0);
    length < 160 && below_heading || length < 400 && text.trim_end().ends_with(':')
}

#[cfg(test)]
mod tests {
    use crate::pdf::sample::convert;

    #[test]
    fn a_short_line_below_a_heading_stays_with_what_follows() {
        let markup =
            convert("<h3 id=\"a\">A</h3><p>Code · 5 minutes</p><p>Write it.</p><p>So:</p>");
        let markup = markup.expect("the elements are known");
        for kept in ["\n\n#lead[Code · 5 minutes]\n\n", "\n\nWrite it.\n\n", "\n\n#lead[So:]"] {
            assert!(markup.contains(kept), "{markup}");
        }
    }

    fn converts(html: &str, markup: &str) {
        assert_eq!(convert(html).expect("the elements are known"), markup);
    }

    #[test]
    fn headings_have_levels_and_kinds() {
        converts(
            "<h1 id=\"a\"><a class=\"header\" href=\"#a\"><span class=\"section-number\">Appendix A:\
             </span> Arrays</a></h1><h2 id=\"b\">Plain</h2><h3 id=\"c\">Owners</h3>",
            "#head(1, \"chapter\")[#number[Appendix A:]; Arrays]<array:index:a>\n\
             #[#metadata(none)<array:index:top>];\n\n\
             #head(2, \"task\")[Plain]\n\n#head(3, \"paragraph\")[Owners]",
        );
    }

    #[test]
    fn lists_nest_and_keep_their_start() {
        converts(
            "<ol start=\"8\"><li>one</li><li>two<ul><li>three</li></ul></li></ol>",
            "#enum(start: 8, [one], [two\n\n#list([three], )], )",
        );
    }

    #[test]
    fn the_answer_to_a_question_comes_after_the_page() {
        converts(
            "<blockquote class=\"blockquote-tag blockquote-tag-important\">\
             <p class=\"blockquote-tag-title\">Important</p><p>Which?</p>\
             <details><summary>Answer</summary><p>None.</p></details></blockquote><p>Next.</p>",
            "#boxed(\"important\")[Which?\n\n#question(<array:index:answer-1>)\
             <array:index:answer-1-question>]\n\nNext.\n\n\
             #answer(<array:index:answer-1-question>)[None.]<array:index:answer-1>",
        );
    }

    #[test]
    fn hints_come_after_the_page() {
        converts(
            "<h2 id=\"ex-a\">Exercise</h2><details class=\"hint\"><summary>Hint</summary>\
             <p>Try.</p></details><details><summary>Tests</summary><p>More</p></details>",
            "#head(2, \"task\")[Exercise]\n\n#hint-place(<array:index:hint-1>)\n\n\
             #aside[Tests][More]\n\n#hints(2)\n\n#hinted[Exercise]<array:index:hint-1>\n\
             #hint[Hint][Try.]",
        );
    }

    #[test]
    fn an_unknown_element_is_an_error_that_names_the_page() {
        for html in ["<p><video>lost</video></p>", "<div class=\"new\">lost</div>", "<hr>"] {
            let error = convert(html).expect_err("the element is unknown").to_string();
            assert!(error.starts_with("array/index.html: the element "), "{error}");
        }
    }
}
