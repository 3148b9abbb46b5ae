//! The box under the title of a chapter: its minutes, its exercises, and the pages to read first.
//!
//! `<!-- needs array, automatic-differentiation/training -->` on the first page of a chapter names
//! chapters and pages by their paths.

use std::iter;

use mdbook_markdown::pulldown_cmark::HeadingLevel;

use dialect::{Edit, Exercise, Listing, Manuscript, Page, Problem, is_hidden};

use crate::words::{Words, counted};

/// Words and lines of code per minute of reading, fitted to readers who followed each formula and
/// each listing.
const WORDS: usize = 150;
const LINES: usize = 15;

/// An exercise that needs more minutes is a project.
const PROJECT_MINUTES: usize = 120;

/// Adds the box to a page that opens a numbered chapter.
pub(super) fn edits(
    manuscript: &Manuscript,
    index: usize,
    words: &Words,
) -> Result<Vec<Edit>, Problem> {
    let page = &manuscript.pages[index];
    let needs = page.scan.needs.as_ref();
    let is_chapter = page.listing.opens && page.listing.number.is_some();
    let Some(title) = page.scan.headings.first().filter(|_| is_chapter) else {
        let rule = "only the first page of a chapter lists what to read first";
        return match needs {
            Some((range, _)) => Err(page.text.problem(range.start, rule)),
            None => Ok(above(manuscript, index, words).into_iter().collect()),
        };
    };
    let own = |one: &&Exercise| one.chapter == page.name();
    let times = manuscript.library.exercises.iter().filter(own);
    let times = times.map(|one| one.metadata.minutes as usize);
    let (long, short): (Vec<_>, Vec<_>) = times.partition(|time| *time > PROJECT_MINUTES);
    // Nobody reads a list of terms or mistakes from beginning to end.
    if needs.is_none() && long.is_empty() && short.is_empty() {
        return Ok(Vec::new());
    }
    let pages: Vec<_> = of_chapter(manuscript, page).collect();
    let in_minutes = |minutes| in_minutes(minutes, words);
    let mut text = words.reading.replace("{time}", &in_minutes(minutes(&pages)));
    if pages.len() > 1 {
        let count = pages.len().to_string();
        text.extend([", ", &words.pages.replace("{count}", &count)]);
    }
    let mut on = manuscript.pages.iter();
    let on = on.find(|other| is_exercises(other, page));
    for (times, thing) in [(short, &words.exercise), (long, &words.project)] {
        if times.is_empty() {
            continue;
        }
        let (shown, time) = (counted(times.len(), thing), in_minutes(times.iter().sum()));
        text += &match on {
            Some(on) => format!("; [{shown}]({}), {time}", on.link_from(page)),
            None => format!("; {shown}, {time}"),
        };
    }
    text += ".";
    let mut edits = Vec::new();
    if let Some((range, names)) = needs {
        let mut needed = Vec::new();
        for name in names {
            let problem = || {
                let message = format!("`{name}` is not a page of the book");
                page.text.problem(range.start, message)
            };
            let other = manuscript.pages.iter().find(|other| other.name() == name);
            let other = other.ok_or_else(problem)?;
            let pages: Vec<_> = match other.listing.opens {
                true => of_chapter(manuscript, other).collect(),
                false => vec![other],
            };
            let Listing { title, number, appendix, opens, .. } = &other.listing;
            let number = number.as_ref().filter(|_| *opens && appendix.is_none());
            let number = number.map(|number| format!("{number}. ")).unwrap_or_default();
            let (link, time) = (other.link_from(page), in_minutes(minutes(&pages)));
            needed.push(format!("[{number}{title}]({link}) ({time})"));
        }
        text += &format!(" {}.", words.first.replace("{pages}", &needed.join(", ")));
        edits.push(Edit::new(range.clone(), ""));
    }
    let end = title.range.end;
    let text = format!("\n<div class=\"opening\">\n\n{text}\n\n</div>\n\n");
    edits.push(Edit::new(end..end, text));
    Ok(edits)
}

/// Adds the name of the chapter above the title of one of its later pages.
fn above(manuscript: &Manuscript, index: usize, words: &Words) -> Option<Edit> {
    let page = &manuscript.pages[index];
    let title = page.scan.headings.first()?;
    let mut before = manuscript.pages[..index].iter().rev();
    let first = before.find(|page| page.listing.opens)?;
    let Listing { title: chapter, number, appendix, .. } = &first.listing;
    let name = match (number, appendix) {
        (Some(number), None) => {
            words.chapter.replace("{number}", number).replace("{title}", chapter)
        }
        _ => chapter.clone(),
    };
    let link = first.link_from(page);
    let text = format!("<div class=\"above\">\n\n[{name}]({link})\n\n</div>\n\n");
    let is_below = !page.listing.opens && title.level == HeadingLevel::H1;
    is_below.then(|| Edit::new(title.range.start..title.range.start, text))
}

/// Returns the pages of the chapter that `first` opens, without exercises and solutions.
fn of_chapter<'a>(manuscript: &'a Manuscript, first: &'a Page) -> impl Iterator<Item = &'a Page> {
    let is_first = |page: &Page| page.listing.path == first.listing.path;
    let rest = manuscript.pages.iter().skip_while(move |page| !is_first(page));
    let rest = rest.skip(1).take_while(|page| !page.listing.opens);
    let is_text = |page: &&Page| {
        let name = page.name();
        !name.ends_with("/exercises") && !name.contains("/solutions")
    };
    iter::once(first).chain(rest).filter(is_text)
}

fn is_exercises(page: &Page, chapter: &Page) -> bool {
    page.name() == format!("{}/exercises", chapter.name())
}

/// Returns the minutes that it takes to read `pages`.
fn minutes(pages: &[&Page]) -> usize {
    let (mut words, mut lines) = (0, 0);
    for page in pages {
        let mut start = 0;
        for fence in &page.scan.fences {
            words += count(&page.text.text[start..fence.range.start]);
            let shown = fence.lines.iter().map(|line| &page.text.text[line.clone()]);
            lines += shown.filter(|line| !is_hidden(line)).count();
            start = fence.range.end;
        }
        words += count(&page.text.text[start..]);
    }
    (words / WORDS + lines / LINES).max(1)
}

fn count(text: &str) -> usize {
    let words = text.split_whitespace();
    words.filter(|word| word.contains(char::is_alphanumeric)).count()
}

/// Returns a text such as `25 minutes` or `2 hours 10 minutes`, rounded up to five minutes.
fn in_minutes(minutes: usize, words: &Words) -> String {
    let rounded = minutes.div_ceil(5) * 5;
    let (hours, minutes) = (rounded / 60, rounded % 60);
    let parts = [(hours, &words.hour), (minutes, &words.minute)];
    let parts = parts.into_iter().filter(|(count, _)| *count > 0);
    let parts: Vec<_> = parts.map(|(count, thing)| counted(count, thing)).collect();
    parts.join(" ")
}
