//! Formulas, each rendered once by mdbook-katex.
//!
//! KaTeX renders a short formula as a thousand characters of HTML, which would dominate the text that
//! mdBook parses, indexes, and writes. So an unfinished page contains marked TeX instead. The HTML is kept
//! for the next build, together with everything that it depends on.

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::Result;
use katex::Opts;
use mdbook_katex::cfg::KatexConfig;
use mdbook_katex::preprocess::ExtraOpts;

use crate::config::KATEX;
use crate::{Book, kept};

/// The marks around the TeX of a formula in an unfinished page.
pub(crate) const OPEN: &str = "<x-formula n=\"";
pub(crate) const CLOSE: &str = "</x-formula>";

/// The formulas that have been rendered.
pub(crate) struct Formulas {
    options: [Opts; 2],
    extra: ExtraOpts,
    /// The file that keeps them for the next build.
    file: PathBuf,
    /// Everything that the HTML depends on except for the formula.
    key: String,
    html: Vec<String>,
    /// The index of the HTML by the TeX, with the prefix `D` for display formulas or `I` for inline ones.
    numbers: BTreeMap<String, usize>,
    /// The number of formulas that are already in the file.
    kept: usize,
}

impl Formulas {
    /// Loads the formulas of an earlier build, if they would be rendered in the same way now.
    pub(crate) fn load(book: &Book) -> Self {
        let config: KatexConfig = toml::from_str(KATEX).expect("its settings");
        let file = book.kept("formulas");
        let version = katex::KATEX_VERSION.trim();
        let key = format!("{version} {}", kept::program());
        let text = kept::read(&file, &key).unwrap_or_default();
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
            kept: html.len(),
            html,
            numbers,
        }
    }

    /// Keeps the formulas for the next build.
    pub(crate) fn keep(&mut self) -> Result<()> {
        if self.kept < self.html.len() {
            let mut text = String::new();
            for (tex, number) in &self.numbers {
                text += &format!("{tex}\n{}\n", self.html[*number]);
            }
            kept::write(&self.file, &self.key, &text)?;
            self.kept = self.html.len();
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
        Ok(format!("{OPEN}{number}\">{text}{CLOSE}"))
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
        // A formula that stays next to its punctuation may be broken only between its parts, which end with
        // a relation or an operator. The first part follows an opening tag.
        const PART: &str = "<span class=\"base\">";
        Ok(html.replace(&format!("</span>{PART}"), &format!("</span><wbr>{PART}")))
    }

    /// Replaces the marked TeX of a page with HTML.
    pub(crate) fn fill(&self, page: &str) -> String {
        let mut parts = page.split(OPEN);
        let mut filled = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let number = part.split('"').next().and_then(|text| text.parse().ok());
            let html = number.and_then(|number: usize| self.html.get(number));
            filled.push_str(html.map_or("", String::as_str));
            filled.push_str(part.split_once(CLOSE).map_or(part, |(_, rest)| rest));
        }
        filled
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

    #[test]
    fn a_page_shows_the_formula_in_place_of_its_mark() {
        let folder = tempfile::tempdir().unwrap();
        let mut formulas = Formulas::load(&book(folder.path()));
        let mark = formulas.show("a_b' \\ge\n c", false).unwrap();
        assert!(mark.contains(">a&#95;b&#39; &#92;ge c</"), "{mark}");
        assert_eq!(formulas.show("a_b' \\ge c", false).unwrap(), mark);
        let page = formulas.fill(&format!("x {mark}, {mark} y"));
        assert!(page.starts_with("x <span class=\"katex\">"), "{page}");
        assert!(page.ends_with("</span> y") && page.contains("</span>, <span"));
        assert!(page.contains("</span><wbr><span class=\"base\">"), "{page}");
    }

    #[test]
    fn only_what_would_be_made_in_the_same_way_is_taken() {
        let folder = tempfile::tempdir().unwrap();
        let book = book(folder.path());
        let shown = |book: &Book| {
            let mut formulas = Formulas::load(book);
            let mark = formulas.show("x", false).unwrap();
            formulas.keep().unwrap();
            formulas.fill(&mark)
        };
        let right = shown(&book);
        let file = book.kept("formulas");
        let change = |from: &str, to: &str| {
            let text = fs::read_to_string(&file).unwrap();
            fs::write(&file, text.replacen(from, to, 1)).unwrap();
        };
        change("\n<span", "\n<b></b><span");
        assert!(shown(&book).starts_with("<b>"), "it was rendered again");
        // Another version of KaTeX, and another version of this program, which contains the settings.
        for (from, to) in [("0.", "1."), ("tv_sec: 1", "tv_sec: 2")] {
            change("\n<span", "\n<b></b><span");
            change(from, to);
            assert_eq!(shown(&book), right, "{from}");
        }
    }
}
