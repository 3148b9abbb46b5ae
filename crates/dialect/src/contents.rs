//! Reads the table of contents, `src/SUMMARY.md`: the order of the pages and the numbers of their
//! chapters.
//!
//! A chapter is a page with the pages listed below it. mdBook numbers chapters up to the first
//! appendix. Appendices have letters, which are part of their titles:
//! `[Appendix A: Arrays](array.md)`. Later chapters that are not appendices have no number.

use std::path::{Path, PathBuf};

use mdbook_markdown::pulldown_cmark::{Event, Tag};
use mdbook_summary::{Link, Summary, SummaryItem, parse_summary};

use crate::{Problem, Problems, Source, parser, resolve, url};

pub(crate) const CONTENTS: &str = "src/SUMMARY.md";

const WORD: &str = "Appendix ";

/// A page in the table of contents.
#[derive(Clone, Debug)]
pub struct Listing {
    /// The title in the table of contents.
    pub title: String,
    /// Path in `src`, separated by `/`.
    pub path: String,
    /// Line in the table of contents.
    pub line: usize,
    /// The number of its chapter, or the letter of its appendix.
    pub number: Option<String>,
    /// The title of an appendix without "Appendix" and its letter.
    pub appendix: Option<String>,
    /// Whether a chapter starts here. The pages below it continue its number and its counts.
    pub opens: bool,
}

/// The table of contents, read once for a build.
#[derive(Debug)]
pub struct Contents {
    /// The parts and chapters, as mdBook reads them.
    pub summary: Summary,
    /// The pages in order. Chapters that are only announced have none.
    pub pages: Vec<Listing>,
}

impl Contents {
    /// Reads the table of contents.
    ///
    /// # Errors
    ///
    /// Returns a [`Problem`] for each page that is listed twice and each appendix whose letter is
    /// out of order.
    pub fn read(root: &Path) -> Result<Self, Problems> {
        let source = Source::read(root, CONTENTS)?;
        let links = links(&source)?;
        let summary = parse_summary(&source.text).map_err(|error| {
            let message = format!("{error:#}").replace('\n', " ");
            Problem::new(CONTENTS, line_in(&message).unwrap_or(1), message)
        })?;
        let line = |path: &Path| {
            let mut links = links.iter();
            links.find(|link| link.0 == path).map_or(1, |link| link.1)
        };
        let parts =
            [&summary.prefix_chapters, &summary.numbered_chapters, &summary.suffix_chapters];
        let (mut pages, mut problems) = (Vec::new(), Vec::new());
        let mut letters = 'A'..='Z';
        for (index, item) in parts.into_iter().flatten().enumerate() {
            let SummaryItem::Link(link) = item else {
                continue;
            };
            let mut chapter = Listing {
                title: link.name.clone(),
                path: String::new(),
                line: line(link.location.as_deref().unwrap_or(Path::new(""))),
                number: None,
                appendix: None,
                opens: true,
            };
            if let Some(rest) = link.name.strip_prefix(WORD) {
                let lettered = match index < summary.prefix_chapters.len() {
                    true => Err("comes after the numbered chapters".to_owned()),
                    false => lettered(rest, letters.next()),
                };
                match lettered {
                    Ok((letter, title)) => {
                        chapter.number = Some(letter.to_string());
                        chapter.appendix = Some(title);
                    }
                    Err(rule) => {
                        let message = format!("`{}`: an appendix {rule}", link.name);
                        problems.push(Problem::new(CONTENTS, chapter.line, message));
                    }
                }
            } else if letters.start() == &'A' {
                let number = link.number.as_ref().map(ToString::to_string);
                chapter.number = number.map(|number| number.trim_end_matches('.').to_owned());
            }
            list(link, chapter, &line, &mut pages);
        }
        Problems(problems).or(Self { summary, pages })
    }
}

/// Returns the path and the line of each link. A page that is listed twice would have two places in
/// the book.
fn links(source: &Source) -> Result<Vec<(PathBuf, usize)>, Problems> {
    let mut links: Vec<(PathBuf, usize)> = Vec::new();
    let mut problems = Vec::new();
    for (event, range) in parser(&source.text).into_offset_iter() {
        let Event::Start(Tag::Link { dest_url, .. }) = event else {
            continue;
        };
        // As mdBook reads it.
        let path = PathBuf::from(dest_url.replace("%20", " "));
        let page = |path: &Path| resolve(CONTENTS.as_ref(), &path.to_string_lossy());
        let line = source.line(range.start);
        if let Some((_, first)) = links.iter().find(|link| page(&link.0) == page(&path)) {
            let message = format!("`{dest_url}` is already listed in line {first}");
            problems.push(Problem::new(CONTENTS, line, message));
        }
        // Links to chapters that are only announced are empty.
        links.extend((!dest_url.is_empty()).then_some((path, line)));
    }
    Problems(problems).or(links)
}

/// Returns the line in an error message of mdBook.
fn line_in(message: &str) -> Option<usize> {
    let (_, rest) = message.split_once(" line ")?;
    rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

/// Adds a page and the pages below it, which belong to the same chapter.
fn list(link: &Link, mut page: Listing, line: &impl Fn(&Path) -> usize, pages: &mut Vec<Listing>) {
    if let Some(path) = &link.location {
        page.path = url(path);
        page.line = line(path);
        pages.push(page.clone());
    }
    for item in &link.nested_items {
        if let SummaryItem::Link(nested) = item {
            let title = nested.name.clone();
            let page = Listing { title, appendix: None, opens: false, ..page.clone() };
            list(nested, page, line, pages);
        }
    }
}

/// Parses `A: Arrays`, where `A` must be the `expected` letter.
fn lettered(rest: &str, expected: Option<char>) -> Result<(char, String), String> {
    let letter = expected.ok_or("has one letter, and there is none after Z")?;
    let title = rest
        .strip_prefix(letter)
        .and_then(|rest| rest.strip_prefix(": "))
        .ok_or_else(|| format!("is titled in order; the next is `{WORD}{letter}: Title`"))?;
    Ok((letter, title.to_owned()))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn read(text: &str) -> Result<Contents, Problems> {
        let root = tempfile::tempdir().unwrap();
        fs::create_dir(root.path().join("src")).unwrap();
        fs::write(root.path().join(CONTENTS), text).unwrap();
        Contents::read(root.path())
    }

    #[test]
    fn every_page_has_its_line() {
        let text =
            "# Summary\n\n[The (a.md)](b.md)\n\n- [A](a.md)\n- [Soon]()\n- [C D](c%20d.md)\n";
        let pages = read(text).unwrap().pages;
        let lines: Vec<_> = pages.iter().map(|page| (&*page.path, page.line)).collect();
        assert_eq!(lines, [("b.md", 3), ("a.md", 5), ("c d.md", 7)]);
    }

    #[test]
    fn a_page_that_is_listed_twice_is_named_with_its_second_line() {
        for again in ["a.md", "./a.md", "b/../a.md"] {
            let text = format!("# Summary\n\n- [A](a.md)\n- [B](b.md)\n  - [A]({again})\n");
            let message = read(&text).unwrap_err().to_string();
            let expected = format!("src/SUMMARY.md:5: `{again}` is already listed in line 3");
            assert_eq!(message, expected);
        }
    }

    #[test]
    fn an_error_of_mdbook_has_its_line() {
        let message = read("# Summary\n\n- [A](a.md)\n\n[B](b.md)\n\n- [C](c.md)\n").unwrap_err();
        assert_eq!(message[0].line, 7, "{message}");
    }
}
