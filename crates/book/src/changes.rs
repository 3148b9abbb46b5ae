//! The editions of the book and what changed in each, from `CHANGELOG.md`.

use std::path::Path;

use dialect::{Problem, Source, parser};
use mdbook_core::utils::escape_html;
use mdbook_markdown::pulldown_cmark::html::push_html;

use crate::Book;
use crate::words::Words;

const FILE: &str = "CHANGELOG.md";

/// The name of the feed in the site.
pub(crate) const FEED: &str = "changes.xml";

/// An edition of the book.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Edition {
    /// The number, such as `2.0`.
    pub(crate) number: String,
    /// The day of publication.
    pub(crate) date: Date,
    /// The list of changes, in Markdown.
    changes: String,
}

/// A day, such as `2026-11-24`.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub(crate) struct Date {
    year: u16,
    month: u8,
    day: u8,
}

impl Date {
    fn read(text: &str) -> Option<Self> {
        let mut parts = text.split('-').map(str::parse);
        let [year, month, day] = [(); 3].map(|()| parts.next()?.ok());
        let date =
            Self { year: year?, month: u8::try_from(month?).ok()?, day: u8::try_from(day?).ok()? };
        let is_day = (1..=12).contains(&date.month) && (1..=31).contains(&date.day);
        (is_day && date.iso() == text).then_some(date)
    }

    /// Returns the date as `2026-11-24`.
    pub(crate) fn iso(self) -> String {
        format!("{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }

    /// Returns the date as a sentence of this language has it.
    pub(crate) fn shown(self, words: &Words) -> String {
        let month = &words.months[usize::from(self.month) - 1];
        let date = words.date.replace("{month}", month);
        date.replace("{day}", &self.day.to_string()).replace("{year}", &self.year.to_string())
    }
}

/// Returns the editions, beginning with the newest, or none if the book has no list of changes.
pub(crate) fn read(root: &Path) -> Result<Vec<Edition>, Problem> {
    match root.join(FILE).exists() {
        true => editions(&Source::read(root, FILE)?),
        false => Ok(Vec::new()),
    }
}

fn editions(source: &Source) -> Result<Vec<Edition>, Problem> {
    let mut editions: Vec<Edition> = Vec::new();
    let mut is_unreleased = false;
    for (line, number) in source.text.lines().zip(1..) {
        let problem = |message: &str| Problem::new(&source.file, number, message);
        if let Some(title) = line.strip_prefix("## ") {
            is_unreleased = title == "[Unreleased]";
            if is_unreleased {
                continue;
            }
            let rule = "an edition is written ## [2.0] - 2026-11-24";
            let edition = edition(title).ok_or_else(|| problem(rule))?;
            if editions.last().is_some_and(|newer| newer.date < edition.date) {
                return Err(problem("the newest edition comes first"));
            }
            editions.push(edition);
        } else if let Some(edition) = editions.last_mut().filter(|_| !is_unreleased) {
            edition.changes.extend([line, "\n"]);
        }
    }
    match editions.is_empty() {
        true => Err(Problem::new(&source.file, 1, "names no edition: ## [1.0] - 2026-11-22")),
        false => Ok(editions),
    }
}

/// Reads a title such as `[2.0] - 2026-11-24`.
fn edition(title: &str) -> Option<Edition> {
    let (number, date) = title.strip_prefix('[')?.split_once("] - ")?;
    let is_number = |part: &str| part.parse::<u16>().is_ok();
    let (number, date) = (number.to_owned(), Date::read(date)?);
    number.split('.').all(is_number).then(|| Edition { number, date, changes: String::new() })
}

/// Returns the feed of changes of a site with this address, in the format of RFC 4287.
pub(crate) fn feed(book: &Book, address: &str) -> String {
    let title = book.config.book.title.as_deref().unwrap_or_default();
    let authors = &book.config.book.authors;
    let authors = if authors.is_empty() { &[title.to_owned()] } else { &authors[..] };
    let authors =
        authors.iter().map(|name| format!("<author><name>{}</name></author>\n", escape_html(name)));
    let title = &book.words.changes.replace("{title}", title);
    let [language, site, title] =
        [book.config.book.language.as_deref().unwrap_or_default(), address, title].map(escape_html);
    let midnight =
        |edition: &Edition| format!("<updated>{}T00:00:00Z</updated>\n", edition.date.iso());
    let mut feed = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <feed xmlns=\"http://www.w3.org/2005/Atom\" xml:lang=\"{language}\">\n\
         <title>{title}</title>\n<id>{site}{FEED}</id>\n\
         <link rel=\"self\" type=\"application/atom+xml\" href=\"{site}{FEED}\"/>\n\
         <link rel=\"alternate\" type=\"text/html\" href=\"{site}\"/>\n"
    );
    feed.extend(authors);
    feed.extend(book.editions.first().map(midnight));
    for edition in &book.editions {
        let mut html = String::new();
        push_html(&mut html, parser(&edition.changes));
        let number = &edition.number;
        let name = escape_html(&book.words.edition.replace("{number}", number)).into_owned();
        feed += &format!(
            "<entry>\n<title>{name}</title>\n<id>{site}{FEED}#{number}</id>\n\
             <link rel=\"alternate\" type=\"text/html\" href=\"{site}\"/>\n\
             {}<content type=\"html\">{}</content>\n</entry>\n",
            midnight(edition),
            escape_html(&html),
        );
    }
    feed + "</feed>\n"
}

#[cfg(test)]
mod tests;
