//! Formulas, each rendered once by mdbook-katex.
//!
//! KaTeX renders a short formula as a thousand characters of HTML, which would dominate the text
//! that mdBook parses, indexes, and writes. So an unfinished page contains marked TeX instead. The
//! HTML is cached for the next build, together with everything that it depends on.

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::Result;
use katex::Opts;
use mdbook_katex::cfg::KatexConfig;
use mdbook_katex::preprocess::ExtraOpts;

use crate::config::KATEX;
use crate::html::{self, Element};
use crate::links::Links;
use crate::{Book, cache};

/// The element with the TeX of a formula in an unfinished page.
pub(crate) const MARK: &str = "x-formula";

/// The formulas that have been rendered.
pub(crate) struct Formulas {
    options: [Opts; 2],
    extra: ExtraOpts,
    /// The file that caches them for the next build.
    file: PathBuf,
    /// Everything that the HTML depends on except for the formula.
    key: String,
    html: Vec<String>,
    /// The index of the HTML by the TeX, with the prefix `D` for display formulas or `I` for inline
    /// ones.
    numbers: BTreeMap<String, usize>,
    /// The number of formulas that are already in the file.
    cached: usize,
}

impl Formulas {
    /// Loads the formulas of an earlier build, if they would be rendered in the same way now.
    pub(crate) fn load(book: &Book) -> Self {
        let config: KatexConfig = toml::from_str(KATEX).expect("its settings");
        let file = book.cache_file("formulas");
        let version = katex::KATEX_VERSION.trim();
        let key = format!("{version} {}", cache::program());
        let text = cache::read(&file, &key).unwrap_or_default();
        let mut lines = text.lines().map(str::to_owned);
        let (mut html, mut numbers) = (Vec::new(), BTreeMap::new());
        while let (Some(tex), Some(text)) = (lines.next(), lines.next()) {
            numbers.insert(tex, html.len());
            html.push(text);
        }
        Self {
            options: config.build_opts(&book.root).into(),
            extra: config.build_extra_opts(),
            file,
            key,
            cached: html.len(),
            html,
            numbers,
        }
    }

    /// Caches the formulas for the next build.
    pub(crate) fn save(&mut self) -> Result<()> {
        if self.cached < self.html.len() {
            let mut text = String::new();
            for (tex, number) in &self.numbers {
                text += &format!("{tex}\n{}\n", self.html[*number]);
            }
            cache::write(&self.file, &self.key, &text)?;
            self.cached = self.html.len();
        }
        Ok(())
    }

    /// Returns the marked TeX for an unfinished page, or KaTeX's error message.
    pub(crate) fn show(&mut self, tex: &str, display: bool) -> Result<String, String> {
        let words: Vec<_> = tex.split_whitespace().collect();
        let tex = words.join(" ");
        let name = format!("{}{tex}", if display { 'D' } else { 'I' });
        if !self.numbers.contains_key(&name) {
            self.html.push(self.render(&tex, display)?);
            self.numbers.insert(name.clone(), self.html.len() - 1);
        }
        let number = self.numbers[&name];
        // The page is still Markdown.
        let escaped = tex.chars().map(|c| match c.is_ascii_punctuation() {
            true => format!("&#{};", u32::from(c)),
            false => c.to_string(),
        });
        let text: String = escaped.collect();
        Ok(format!("<{MARK} n=\"{number}\">{text}</{MARK}>"))
    }

    fn render(&self, tex: &str, display: bool) -> Result<String, String> {
        let options = &self.options[usize::from(display)];
        let html =
            mdbook_katex::render(tex, options.clone(), self.extra.clone(), display);
        // mdbook-katex only warns about mistakes, and returns the TeX.
        if !html.starts_with("<span class=\"katex") {
            let error = katex::render_with_opts(tex, options).err();
            let message = error.map_or(html, |error| error.to_string());
            return Err(format!("KaTeX: {}", message.replace('\n', " ")));
        }
        // Pages contain this HTML unread, so it refers to nothing that would have to be checked.
        let links = Links::of_page(&html::parse(&html));
        if !(links.ids.is_empty()
            && links.links.is_empty()
            && links.resources.is_empty())
        {
            return Err("a formula has no links, identifiers, or pictures".into());
        }
        // A formula that stays next to its punctuation may be broken only between its parts, which
        // end with a relation or an operator. The first part follows an opening tag.
        const PART: &str = "<span class=\"base\">";
        Ok(html.replace(&format!("</span>{PART}"), &format!("</span><wbr>{PART}")))
    }

    /// Returns the HTML of a formula that is marked in a page.
    pub(crate) fn html(&self, mark: &Element) -> &str {
        let number = mark.get("n").and_then(|number| number.parse().ok());
        let html = number.and_then(|number: usize| self.html.get(number));
        html.map_or("", String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    fn book(root: &Path) -> Book {
        let toml = format!("[preprocessor.katex]{KATEX}");
        fs::write(root.join("book.toml"), toml).unwrap();
        Book::find(root).unwrap()
    }

    /// Returns the HTML that replaces a mark.
    fn shown(formulas: &Formulas, mark: &str) -> String {
        let mut page = html::parse(mark);
        let mark = html::find(&mut page, MARK).unwrap();
        formulas.html(mark).to_owned()
    }

    #[test]
    fn a_page_shows_the_formula_in_place_of_its_mark() {
        let folder = tempfile::tempdir().unwrap();
        let mut formulas = Formulas::load(&book(folder.path()));
        let mark = formulas.show("a_b' \\ge\n c", false).unwrap();
        assert!(mark.contains(">a&#95;b&#39; &#92;ge c</"), "{mark}");
        assert_eq!(formulas.show("a_b' \\ge c", false).unwrap(), mark);
        let html = shown(&formulas, &mark);
        assert!(html.starts_with("<span class=\"katex\">"), "{html}");
        assert!(html.contains("</span><wbr><span class=\"base\">"), "{html}");
    }

    #[test]
    fn only_what_would_be_made_in_the_same_way_is_taken() {
        let folder = tempfile::tempdir().unwrap();
        let book = book(folder.path());
        let built = |book: &Book| {
            let mut formulas = Formulas::load(book);
            let mark = formulas.show("x", false).unwrap();
            formulas.save().unwrap();
            shown(&formulas, &mark)
        };
        let right = built(&book);
        let file = book.cache_file("formulas");
        let change = |from: &str, to: &str| {
            let text = fs::read_to_string(&file).unwrap();
            fs::write(&file, text.replacen(from, to, 1)).unwrap();
        };
        change("\n<span", "\n<b></b><span");
        assert!(built(&book).starts_with("<b>"), "it was rendered again");
        // Another version of KaTeX, and another version of this program, which contains the
        // settings.
        for (from, to) in [("0.", "1."), (&*cache::program(), "another program")] {
            change("\n<span", "\n<b></b><span");
            change(from, to);
            assert_eq!(built(&book), right, "{from}");
        }
    }
}
