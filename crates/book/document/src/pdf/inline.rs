//! The parts of a line: words, code, formulas, and links.

use anyhow::{Context, Result, bail};
use scraper::ElementRef;
use scraper::node::Node;

use super::page::Converter;
use super::{escape, math};

impl Converter<'_> {
    /// Converts the children of `element` to markup within a line.
    pub(super) fn line(&mut self, element: ElementRef) -> Result<String> {
        let mut markup = String::new();
        for child in element.children() {
            match child.value() {
                Node::Text(text) => {
                    self.brackets += brackets(text);
                    markup += &escape::markup(text);
                }
                Node::Element(_) => {
                    let child = ElementRef::wrap(child);
                    markup += &child.map_or(Ok(String::new()), |child| self.piece(child))?;
                }
                _ => {}
            }
        }
        Ok(markup)
    }

    pub(super) fn piece(&mut self, element: ElementRef) -> Result<String> {
        let class = element.attr("class").unwrap_or_default();
        let markup = match (element.value().name(), class) {
            ("span", "katex") => self.formula(element, false)?,
            ("span", "katex-display") => self.formula(element, true)?,
            ("code", _) => {
                format!("#code({});", escape::string(&element.text().collect::<String>()))
            }
            ("em", "") => format!("#emph[{}];", self.line(element)?),
            ("strong", "") => format!("#strong[{}];", self.line(element)?),
            ("br", "") => "#linebreak();".to_owned(),
            ("a", "header") => self.line(element)?,
            ("a", _) => self.link(element)?,
            ("span", "section-number") => format!("#number[{}];", self.line(element)?),
            ("span", "figure-number") => format!("#strong[{}];", self.line(element)?),
            ("span", "" | "unbroken" | "reference-places") => match element.attr("lang") {
                Some(language) => self.foreign(element, language)?,
                None => self.line(element)?,
            },
            (name, class) => bail!(
                "{}: the element {name} with the class {class:?} is unknown within a line",
                self.page.name
            ),
        };
        Ok(markup + &self.anchor(element))
    }

    fn formula(&mut self, element: ElementRef, display: bool) -> Result<String> {
        let formula = math::formula(element).with_context(|| self.page.name.clone())?;
        let alt = escape::string(&formula.tex);
        let math = formula.math;
        Ok(match (display, formula.number) {
            (false, _) => format!("#formula({alt}, ${math}$);"),
            (true, None) => format!("#displayed({alt}, $ {math} $);"),
            (true, Some(number)) => {
                format!("#displayed({alt}, number: {}, $ {math} $);", escape::string(&number))
            }
        })
    }

    fn link(&mut self, element: ElementRef) -> Result<String> {
        let href = element.attr("href").unwrap_or_default();
        let before = self.brackets;
        let text = self.line(element)?;
        if href.contains("://") {
            return Ok(format!("#link({})[{text}];", escape::string(href)));
        }
        let Some((page, label)) = self.labels.target(self.page, href) else {
            // A page of the API, or one that a single chapter leaves out.
            return Ok(text);
        };
        let class = element.attr("class").unwrap_or_default();
        let here = page == self.page.name || class.contains("citation") || self.table;
        let kind = match () {
            () if here || !self.referred.insert(label.clone()) => "link",
            () if before > 0 => "reference-in-brackets",
            () if text.ends_with(')') => "reference-to-equation",
            () => "reference",
        };
        Ok(format!("#{kind}(<{label}>)[{text}];"))
    }

    fn foreign(&mut self, element: ElementRef, language: &str) -> Result<String> {
        let text = self.line(element)?;
        let (language, region) = match language {
            "zh-Hant" => ("zh", "region: \"TW\", "),
            "zh-Hans" => ("zh", "region: \"CN\", "),
            language => (language, ""),
        };
        Ok(format!("#text(lang: {}, {region})[{text}];", escape::string(language)))
    }
}

/// Counts the brackets that `text` opens, less those that it closes.
fn brackets(text: &str) -> i32 {
    text.chars().map(|character| i32::from(character == '(') - i32::from(character == ')')).sum()
}

#[cfg(test)]
mod tests {
    use crate::pdf::sample::convert;

    fn converts(html: &str, markup: &str) {
        assert_eq!(convert(&format!("<p>{html}</p>")).expect("the elements are known"), markup);
    }

    #[test]
    fn words_code_and_emphasis() {
        converts(
            "<em>a</em>(b) <strong>c</strong> <code>x[0] = \"d\"</code>",
            "#emph[a];(b) #strong[c]; #code(\"x[0] = \\\"d\\\"\");",
        );
    }

    #[test]
    fn a_link_to_another_page_has_a_page_number() {
        converts(
            "<a href=\"../notation.html#arrays\">notation</a> \
             (<a href=\"../notation.html\">there</a>)",
            "#reference(<notation:arrays>)[notation]; \
             (#reference-in-brackets(<notation:top>)[there];)",
        );
    }

    #[test]
    fn other_links_stay_links_or_become_text() {
        converts(
            "<span id=\"a\"><a href=\"#a\">here</a></span> <a href=\"https://a.b/c\">out</a> \
             <a href=\"../api/x.html\"><code>x</code></a>",
            "#link(<array:index:a>)[here];#[#metadata(none)<array:index:a>]; \
             #link(\"https://a.b/c\")[out]; #code(\"x\");",
        );
    }

    #[test]
    fn foreign_words_have_their_language() {
        converts(
            "<span lang=\"zh-Hant\">列</span> <span lang=\"fr\">homme</span>",
            "#text(lang: \"zh\", region: \"TW\", )[列]; #text(lang: \"fr\", )[homme];",
        );
    }
}
