//! Formulas, rendered by mdbook-katex.

use std::fmt::Write;
use std::sync::LazyLock;

use mdbook_driver::book::Book;
use mdbook_katex::preprocess::KatexProcessor;
use mdbook_preprocessor::errors::Result;
use mdbook_preprocessor::{Preprocessor, PreprocessorContext};
use regex::{Captures, Regex};

/// mdbook-katex, and two repairs.
///
/// The MathML of a formula carries its TeX, for readers who copy it. It reaches mdBook as inline
/// HTML, whose text is Markdown, so `\\` would become `\` and quotes would curl. Character references
/// are text in Markdown too.
///
/// A formula that stays next to its punctuation may not be broken anywhere, so it is told where it may:
/// between its parts, which end with a relation or an operator.
pub(crate) struct Formulas;

impl Preprocessor for Formulas {
    fn name(&self) -> &str {
        // The name of the table in book.toml, and of the command that mdBook would run otherwise.
        KatexProcessor.name()
    }

    fn run(&self, context: &PreprocessorContext, book: Book) -> Result<Book> {
        let mut book = KatexProcessor.run(context, book)?;
        book.for_each_chapter_mut(|chapter| {
            chapter.content = breakable(&escaped(&chapter.content));
        });
        Ok(book)
    }
}

fn escaped(text: &str) -> String {
    static ANNOTATION: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r#"(<annotation encoding="application/x-tex">)(.*?)(</annotation>)"#)
            .expect("the pattern is a constant")
    });
    let escape = |found: &Captures<'_>| {
        let mut text = found[1].to_owned();
        for character in found[2].chars() {
            // What is already a character reference stays one.
            if character.is_ascii_punctuation() && !matches!(character, '&' | ';' | '#')
            {
                // Writing to a string cannot fail.
                let _ = write!(text, "&#{};", u32::from(character));
            } else {
                text.push(character);
            }
        }
        text + &found[3]
    };
    ANNOTATION.replace_all(text, escape).into_owned()
}

fn breakable(text: &str) -> String {
    const PART: &str = "<span class=\"base\">";
    // The first part of a formula comes after an opening tag.
    text.replace(&format!("</span>{PART}"), &format!("</span><wbr>{PART}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_may_end_between_the_parts_of_a_formula() {
        let part = r#"<span class="base">x</span>"#;
        let formula = |between| {
            format!("<span class=\"katex-html\">{part}{between}{part}</span>")
        };
        assert_eq!(breakable(&formula("")), formula("<wbr>"));
    }

    #[test]
    fn tex_in_mathml_survives_markdown() {
        let text = r#"a_b <annotation encoding="application/x-tex">a \\ b' &lt; c</annotation> \\"#;
        assert_eq!(
            escaped(text),
            r#"a_b <annotation encoding="application/x-tex">a &#92;&#92; b&#39; &lt; c</annotation> \\"#
        );
    }
}
