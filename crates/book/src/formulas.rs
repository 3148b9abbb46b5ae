//! Formulas, each rendered once by mdbook-katex.
//!
//! KaTeX renders a short formula as a thousand characters of HTML, which would dominate the text
//! that mdBook parses, indexes, and writes. So an unfinished page contains marked TeX instead. The
//! HTML is cached for the next build, together with everything that it depends on.

use std::collections::BTreeMap;
use std::iter;
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

pub(crate) struct Formulas {
    options: [Opts; 2],
    extra: ExtraOpts,
    /// The file that caches them for the next build.
    file: PathBuf,
    /// Everything that the HTML depends on except for the formula.
    key: String,
    /// The HTML by the TeX, with the prefix `D` for display formulas or `I` for inline ones.
    html: BTreeMap<String, String>,
    /// The number of formulas that are already in the file.
    cached: usize,
}

impl Formulas {
    /// Loads the formulas of an earlier build, if they would be rendered in the same way now.
    pub(crate) fn load(book: &Book) -> Self {
        let config: KatexConfig = toml::from_str(KATEX).expect("its settings");
        let file = book.cache_file("formulas");
        let version = katex::KATEX_VERSION.trim();
        let key = format!("{version} {}", cache::program().unwrap_or_default());
        let text = cache::read(&file, &key).unwrap_or_default();
        let mut lines = text.lines().map(str::to_owned);
        let pairs = iter::from_fn(|| Some((lines.next()?, lines.next()?)));
        let html: BTreeMap<_, _> = pairs.collect();
        Self {
            options: config.build_opts(&book.root).into(),
            extra: config.build_extra_opts(),
            file,
            key,
            cached: html.len(),
            html,
        }
    }

    pub(crate) fn save(&mut self) -> Result<()> {
        if self.cached < self.html.len() {
            let mut text = String::new();
            for (tex, html) in &self.html {
                text += &format!("{tex}\n{html}\n");
            }
            cache::write(&self.file, &self.key, &text)?;
            self.cached = self.html.len();
        }
        Ok(())
    }

    /// Returns the marked TeX for an unfinished page, or KaTeX's error message.
    pub(crate) fn show(&mut self, tex: &str, display: bool) -> Result<String, String> {
        let tex = on_one_line(tex);
        self.typeset(&tex, display)?;
        // The page is still Markdown.
        let escaped = tex.chars().map(|c| match c.is_ascii_punctuation() {
            true => format!("&#{};", u32::from(c)),
            false => c.to_string(),
        });
        let text: String = escaped.collect();
        let attribute = if display { " display" } else { "" };
        Ok(format!("<{MARK}{attribute}>{text}</{MARK}>"))
    }

    /// Returns the HTML of a formula, or KaTeX's error message.
    pub(crate) fn typeset(&mut self, tex: &str, display: bool) -> Result<&str, String> {
        let tex = on_one_line(tex);
        let name = named(&tex, display);
        if !self.html.contains_key(&name) {
            let html = self.render(&tex, display)?;
            self.html.insert(name.clone(), html);
        }
        Ok(&self.html[&name])
    }

    fn render(&self, tex: &str, display: bool) -> Result<String, String> {
        let options = &self.options[usize::from(display)];
        let html = mdbook_katex::render(tex, options.clone(), self.extra.clone(), display);
        // mdbook-katex only warns about mistakes, and returns the TeX.
        if !html.starts_with("<span class=\"katex") {
            let error = katex::render_with_opts(tex, options).err();
            let message = error.map_or(html, |error| error.to_string());
            return Err(format!("KaTeX: {}", message.replace('\n', " ")));
        }
        // Pages contain this HTML unread, so it refers to nothing that would have to be checked.
        let links = Links::of_page(&html::parse(&html));
        if !(links.ids.is_empty() && links.links.is_empty() && links.resources.is_empty()) {
            return Err("a formula has no links, identifiers, or pictures".into());
        }
        Ok(breakable(&html))
    }

    pub(crate) fn html(&self, mark: &Element) -> &str {
        let name = named(&mark.text(), mark.get("display").is_some());
        self.html.get(&name).map_or("", String::as_str)
    }
}

/// Returns the TeX with one space for each line break, as the cache needs it.
fn on_one_line(tex: &str) -> String {
    tex.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the HTML of a formula with the places where a line may end, between the parts that end
/// with a relation or an operator. A parenthesis stays on one line if it fits on a phone.
fn breakable(html: &str) -> String {
    const PART: &str = "<span class=\"base\">";
    const LONGEST: usize = 20;
    let joint = format!("</span>{PART}");
    let mut rest: Vec<_> = html.split(&joint).collect();
    let mut groups = Vec::new();
    while !rest.is_empty() {
        let later = rest.split_off(closed(&rest));
        let length: usize = rest.iter().map(|part| visible(part)).sum();
        let inside = if length > LONGEST { "<wbr>" } else { "" };
        groups.push(rest.join(&format!("</span>{inside}{PART}")));
        rest = later;
    }
    groups.join(&format!("</span><wbr>{PART}"))
}

/// Returns after how many parts of a formula all parentheses are closed.
fn closed(parts: &[&str]) -> usize {
    let count = |part: &str, class: &str| part.matches(&format!("class=\"{class}")).count();
    let mut depth = 0;
    let end = parts.iter().position(|part| {
        depth = (depth + count(part, "mopen")).saturating_sub(count(part, "mclose"));
        depth == 0
    });
    end.map_or(parts.len(), |end| end + 1)
}

/// Returns the number of characters that a part of a formula shows.
fn visible(part: &str) -> usize {
    // The first part follows the formula as MathML.
    let shown = part.rsplit_once("katex-html").map_or(part, |(_, shown)| shown);
    let texts = shown.split('<').map(|tag| tag.rsplit_once('>').map_or("", |(_, text)| text));
    texts.map(|text| text.chars().count()).sum()
}

fn named(tex: &str, display: bool) -> String {
    format!("{}{tex}", if display { 'D' } else { 'I' })
}

#[cfg(test)]
mod tests;
