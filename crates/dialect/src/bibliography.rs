//! Reads `src/references.bib` and formats citations and the list of references by author and year,
//! as in the Chicago Manual of Style.

use std::path::Path;

use biblatex::{ChunksExt, Entry, EntryType, Person};
use unicode_normalization::UnicodeNormalization;

use crate::{Problem, Problems, Source};

/// The file of all entries, relative to the root of the book.
pub const BIBLIOGRAPHY: &str = "src/references.bib";

/// A work that can be cited.
#[derive(Clone, Debug)]
pub struct Reference {
    /// The key in a citation.
    pub key: String,
    /// The line of the entry.
    pub line: usize,
    /// The citation in brackets: `Nadaraya 1964`.
    pub citation: String,
    /// The citation in a sentence: `Nadaraya (1964)`.
    pub narrative: String,
    /// The entry in the list of references, as Markdown.
    pub text: String,
}

/// All works, in the order of the list of references.
#[derive(Clone, Debug, Default)]
pub struct Bibliography {
    references: Vec<Reference>,
}

impl Bibliography {
    /// Reads the file. A book without this file has no references.
    ///
    /// # Errors
    ///
    /// Returns a [`Problem`] for each entry that cannot be parsed or lacks an author, a title, or a
    /// year.
    pub fn read(root: &Path) -> Result<Self, Problems> {
        if !root.join(BIBLIOGRAPHY).is_file() {
            return Ok(Self::default());
        }
        let source = Source::read(root, BIBLIOGRAPHY)?;
        let entries = biblatex::Bibliography::parse(&source.text)
            .map_err(|error| source.problem(error.span.start, error.to_string()))?;
        let (mut works, mut problems) = (Vec::new(), Vec::new());
        for entry in entries.iter() {
            match Work::read(entry, &source) {
                Ok(work) => works.push(work),
                Err(problem) => problems.push(problem),
            }
        }
        works.sort_by_cached_key(|work| plain(&work.text("")));
        let references = (0..works.len()).map(|index| reference(&works, index));
        let references = references.collect();
        Problems(problems).or(Self { references })
    }

    /// Returns the work with this key.
    pub fn get(&self, key: &str) -> Option<&Reference> {
        self.iter().find(|reference| reference.key == key)
    }

    /// Iterates over all works.
    pub fn iter(&self) -> impl Iterator<Item = &Reference> {
        self.references.iter()
    }
}

/// Formats a work. If its authors have several works of that year, the year is followed by a
/// letter.
fn reference(works: &[Work], index: usize) -> Reference {
    let work = &works[index];
    let Work { authors, year, .. } = work;
    let same = |other: &&Work| (&other.authors, &other.year) == (authors, year);
    let letter = match works.iter().filter(same).count() {
        1 => None,
        _ => ('a'..='z').nth(works[..index].iter().filter(same).count()),
    };
    let letter = letter.map(String::from).unwrap_or_default();
    Reference {
        key: work.key.clone(),
        line: work.line,
        citation: format!("{authors} {year}{letter}"),
        narrative: format!("{authors} ({year}{letter})"),
        text: work.text(&letter),
    }
}

/// The parts of a formatted entry, as Markdown.
struct Work {
    key: String,
    line: usize,
    /// The authors in a citation.
    authors: String,
    /// The authors in the list.
    names: String,
    year: String,
    /// The sentences after the year.
    about: [String; 7],
}

impl Work {
    fn read(entry: &Entry, source: &Source) -> Result<Self, Problem> {
        let exact = |name: &str| entry.get(name).map(ChunksExt::format_verbatim);
        // Some fields have two names. A missing field is empty.
        let field = |names: &str| {
            let text = names.split('|').find_map(exact);
            escaped(&text.unwrap_or_default())
        };
        let people = |field: &str| -> Vec<Person> { entry.get_as(field).unwrap_or_default() };
        let (authors, title) = (people("author"), field("title"));
        let year: String = field("date|year").chars().take(4).collect();
        let names = names(&authors);
        let line = source.line_of(&format!("{{{},", entry.key));
        for (field, text) in [("author", &names), ("title", &title), ("year", &year)] {
            if text.is_empty() {
                let message = format!("`{}`: no `{field}`", entry.key);
                return Err(Problem::new(&source.file, line, message));
            }
        }
        let family: Vec<_> = authors.iter().map(family).collect();
        let editors: Vec<_> = people("editor").iter().map(full).collect();
        let number = wrapped("(", &field("number"), ")");
        let journal = italic(&field("journal|journaltitle"));
        let issue = joined(&[&journal, &field("volume"), &number], " ");
        let pages = field("pages");
        let book = wrapped("In ", &italic(&field("booktitle")), "");
        let editors = wrapped("edited by ", &editors.join(" and "), "");
        let doi = exact("doi").map(|doi| format!("https://doi.org/{doi}"));
        let link = doi.or_else(|| exact("url")).unwrap_or_default();
        let about = [
            match entry.entry_type {
                EntryType::Book => italic(&title),
                _ => title,
            },
            wrapped("", &field("edition"), " ed."),
            match book.is_empty() {
                true => joined(&[&issue, &pages], ": "),
                false => joined(&[&book, &editors, &pages], ", "),
            },
            joined(&[&field("type"), &field("institution|school")], ", "),
            joined(&[&field("address|location"), &field("publisher")], ": "),
            field("note"),
            wrapped("<", &link, ">"),
        ];
        Ok(Self {
            key: entry.key.clone(),
            line,
            authors: match &family[..] {
                [one, other] => format!("{one} and {other}"),
                [first, _, ..] => format!("{first} et al."),
                one => one.concat(),
            },
            names,
            year,
            about,
        })
    }

    /// Formats the entry for the list, with `letter` after the year.
    fn text(&self, letter: &str) -> String {
        let year = format!("{}{letter}", self.year);
        let mut sentences = vec![self.names.as_str(), &year];
        sentences.extend(self.about.iter().map(String::as_str));
        sentences.retain(|sentence| !sentence.is_empty());
        let ended = sentences.iter().map(|sentence| {
            let ends = sentence.trim_end_matches('*').ends_with(['.', '?', '!']);
            format!("{sentence}{}", if ends { "" } else { "." })
        });
        ended.collect::<Vec<_>>().join(" ")
    }
}

/// Lists up to ten authors, or the first seven if there are more. The list is sorted by the family
/// name of the first author, which therefore precedes the given name.
fn names(authors: &[Person]) -> String {
    let shown = if authors.len() > 10 { &authors[..7] } else { authors };
    let names = shown.iter().enumerate().map(|(index, author)| match index {
        0 => joined(&[&family(author), &author.given_name, &author.suffix], ", "),
        _ if index + 1 == authors.len() => format!("and {}", full(author)),
        _ => full(author),
    });
    let mut names: Vec<_> = names.map(|name| escaped(&name)).collect();
    if shown.len() < authors.len() {
        names.push("et al.".to_owned());
    }
    names.join(", ")
}

/// Returns the family name with its particle.
fn family(person: &Person) -> String {
    joined(&[&person.prefix, &person.name], " ")
}

fn full(person: &Person) -> String {
    joined(&[&person.given_name, &family(person), &person.suffix], " ")
}

/// Escapes the characters that have a meaning in Markdown.
fn escaped(text: &str) -> String {
    let mut shown = String::new();
    for letter in text.chars() {
        if "\\*_`<[$".contains(letter) {
            shown.push('\\');
        }
        shown.push(letter);
    }
    shown
}

fn italic(text: &str) -> String {
    wrapped("*", text, "*")
}

/// Encloses a text, unless it is empty.
fn wrapped(before: &str, text: &str, after: &str) -> String {
    match text {
        "" => String::new(),
        text => format!("{before}{text}{after}"),
    }
}

/// Joins the parts that are not empty.
fn joined(parts: &[&str], between: &str) -> String {
    let parts = parts.iter().copied().filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join(between)
}

/// Returns the sort key: letters, digits, and spaces, without accents and case. One author sorts
/// before two.
fn plain(text: &str) -> String {
    let shown = |letter: &char| letter.is_alphanumeric() || *letter == ' ';
    text.nfd().filter(shown).collect::<String>().to_lowercase()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn read(text: &str) -> Result<Bibliography, Problems> {
        let root = tempfile::tempdir().unwrap();
        fs::create_dir(root.path().join("src")).unwrap();
        fs::write(root.path().join(BIBLIOGRAPHY), text).unwrap();
        Bibliography::read(root.path())
    }

    #[test]
    fn works_of_all_kinds() {
        let text = r#"
@article{cho2014b,
  author = {Cho, Kyunghyun and van Merri{\"e}nboer, Bart and Berry, II, Michael J.},
  title = {Who Asks, and {\textquotedblleft}Why{\textquotedblright}?}, journal = {Current Biology},
  volume = {14}, number = {19}, pages = {R850--R852}, year = {2014}, doi = {10.1016/a_b},
}
@inproceedings{cho2014a,
  author = {Cho, Kyunghyun and {\'A}d, Ann and Zu, Bo}, title = {A * B}, booktitle = {Proceedings},
  editor = {Souli{\'e}, Fran{\c{c}}oise and H{\'e}rault, Jeanny}, pages = {1--2}, date = {2014-05-06},
}
@book{abel1999, author = {{\'A}bel, A. and Bo, Beth}, title = {Sets}, edition = {2nd},
  address = {London}, publisher = {Chapman \& Hall}, year = 1999}
@online{abel2001, author = {{\'A}bel, A.}, title = {Eleven}, year = {2001}, url = {https://example.org/a_b}}
@thesis{many, author = {A, A and B, B and C, C and D, D and E, E and F, F and G, G and H, H and I, I and J, J and K, K},
  title = {T}, type = {PhD thesis}, institution = {University of Helsinki}, year = {1970}}
"#;
        let all = read(text).unwrap();
        let shown: Vec<_> = all.iter().map(|work| &*work.text).collect();
        assert_eq!(
            shown,
            [
                "A, A, B B, C C, D D, E E, F F, G G, et al. 1970. T. PhD thesis, University of Helsinki.",
                "Ábel, A. 2001. Eleven. <https://example.org/a_b>.",
                "Ábel, A., and Beth Bo. 1999. *Sets*. 2nd ed. London: Chapman & Hall.",
                r"Cho, Kyunghyun, Ann Ád, and Bo Zu. 2014a. A \* B. In *Proceedings*, edited by Françoise Soulié and Jeanny Hérault, 1–2.",
                "Cho, Kyunghyun, Bart van Merriënboer, and Michael J. Berry II. 2014b. Who Asks, and “Why”? *Current Biology* 14 (19): R850–R852. <https://doi.org/10.1016/a_b>.",
            ]
        );
        let cited: Vec<_> = all.iter().map(|work| &*work.citation).collect();
        assert_eq!(
            cited,
            [
                "A et al. 1970",
                "Ábel 2001",
                "Ábel and Bo 1999",
                "Cho et al. 2014a",
                "Cho et al. 2014b"
            ]
        );
        assert_eq!(all.get("cho2014b").unwrap().narrative, "Cho et al. (2014b)");
        assert_eq!(all.get("cho2014b").unwrap().line, 2);
    }

    #[test]
    fn missing_fields_are_named() {
        let text = "@book{a, author = {A, B}, title = {C}}\n@book{b, author = {}, title = {D}, year = {1990}}\n";
        let problems = read(text).unwrap_err();
        let problems: Vec<_> = problems.iter().map(Problem::to_string).collect();
        assert_eq!(
            problems,
            ["src/references.bib:1: `a`: no `year`", "src/references.bib:2: `b`: no `author`"]
        );
        let problems = read("@book{a,\n  author {A},\n}").unwrap_err();
        assert_eq!(problems[0].line, 2, "{problems:?}");
    }
}
