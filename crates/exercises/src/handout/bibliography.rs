//! The references of the book, as far as a handout shows them: authors, year, title, and where to find
//! the text.

use std::collections::BTreeMap;
use std::path::Path;

use dialect::{Problem, Source};

const FILE: &str = "src/references.bib";

/// The entries, by their keys.
pub(super) struct Bibliography(BTreeMap<String, Entry>);

/// One entry.
pub(super) struct Entry {
    authors: Vec<Author>,
    year: String,
    title: String,
    link: Option<String>,
}

struct Author {
    given: String,
    family: String,
}

impl Bibliography {
    /// Reads the file, or nothing if the book has none.
    pub(super) fn read(root: &Path) -> Result<Self, Problem> {
        match root.join(FILE).is_file() {
            true => Self::parse(&Source::read(root, FILE)?),
            false => Ok(Self(BTreeMap::new())),
        }
    }

    fn parse(source: &Source) -> Result<Self, Problem> {
        let mut entries = BTreeMap::new();
        let mut rest = source.text.as_str();
        while let Some(at) = rest.find('@') {
            rest = &rest[at + 1..];
            let line = source.text[..source.text.len() - rest.len()]
                .matches('\n')
                .count()
                + 1;
            let problem = |message: String| Problem::new(&source.file, line, message);
            let open = rest.find('{').ok_or_else(|| {
                problem("an entry is written @kind{key, fields}".into())
            })?;
            let inside = braced(&rest[open..])
                .ok_or_else(|| problem("this entry never ends".into()))?;
            rest = &rest[open + inside.len() + 2..];
            let (key, fields) = inside
                .split_once(',')
                .ok_or_else(|| problem("this entry has no fields".into()))?;
            let entry = Entry::parse(fields)
                .map_err(|message| problem(format!("`{}`: {message}", key.trim())))?;
            entries.insert(key.trim().to_owned(), entry);
        }
        Ok(Self(entries))
    }

    /// The entry with this key.
    pub(super) fn get(&self, key: &str) -> Option<&Entry> {
        self.0.get(key)
    }
}

impl Entry {
    fn parse(fields: &str) -> Result<Self, String> {
        let mut values = BTreeMap::new();
        let mut rest = fields;
        while let Some((name, value)) = rest.split_once('=') {
            let value = value.trim_start();
            let name = name.trim_matches(|c: char| c == ',' || c.is_whitespace());
            let inside =
                braced(value).ok_or_else(|| format!("`{name}` has no braces"))?;
            values.insert(name.to_lowercase(), inside);
            rest = &value[inside.len() + 2..];
        }
        let value = |name: &str| {
            let value = values.get(name).ok_or_else(|| format!("no `{name}`"))?;
            plain(value)
        };
        let authors = values.get("author").ok_or("no `author`")?;
        let link = match (values.get("doi"), values.get("url")) {
            (Some(doi), _) => Some(format!("https://doi.org/{doi}")),
            (None, url) => url.map(|&url| url.to_owned()),
        };
        Ok(Self {
            authors: split_authors(authors)
                .map(Author::parse)
                .collect::<Result<_, _>>()?,
            year: value("year")?,
            title: value("title")?,
            link,
        })
    }

    /// How a text names it: `Hu, Shen and Sun`.
    pub(super) fn names(&self) -> String {
        let names: Vec<_> = self.authors.iter().map(|one| &*one.family).collect();
        match names.as_slice() {
            [first, _, _, _, ..] => format!("{first} et al."),
            names => joined(names),
        }
    }

    /// The year of publication.
    pub(super) fn year(&self) -> &str {
        &self.year
    }

    /// Its line in a list of references.
    pub(super) fn line(&self) -> String {
        let names: Vec<_> = self.authors.iter().map(Author::whole).collect();
        let names: Vec<_> = names.iter().map(String::as_str).collect();
        let authors = joined(&names);
        let Self { year, title, .. } = self;
        match &self.link {
            Some(link) => format!("{authors} ({year}): *{title}*. <{link}>"),
            None => format!("{authors} ({year}): *{title}*."),
        }
    }
}

impl Author {
    /// `Family, Given`, `Family, Suffix, Given`, `Given Family` or `{Institution}`.
    fn parse(text: &str) -> Result<Self, String> {
        let text = text.trim();
        let (given, family) = match text.rsplit_once(", ") {
            Some((family, given)) => {
                let family = family.split(", ").next().unwrap_or(family);
                (plain(given)?, plain(family)?)
            }
            None if braced(text).is_some() => (String::new(), plain(text)?),
            None => match text.rsplit_once(' ') {
                Some((given, family)) => (plain(given)?, plain(family)?),
                None => (String::new(), plain(text)?),
            },
        };
        Ok(Self { given, family })
    }

    fn whole(&self) -> String {
        format!("{} {}", self.given, self.family).trim().to_owned()
    }
}

/// `a, b and c`
fn joined(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// The authors between `and`.
fn split_authors(text: &str) -> impl Iterator<Item = &str> {
    text.split(" and ")
}

/// What stands between the brace at the start of `text` and the one that closes it.
fn braced(text: &str) -> Option<&str> {
    let mut open = 0_usize;
    for (at, c) in text.char_indices() {
        match c {
            '{' => open += 1,
            '}' => open = open.checked_sub(1)?,
            _ => {}
        }
        if open == 0 {
            return text
                .strip_prefix('{')
                .and_then(|inside| inside.get(..at - 1));
        }
    }
    None
}

/// Text without braces and with letters in place of the commands for accents.
fn plain(text: &str) -> Result<String, String> {
    let mut shown = String::new();
    let mut chars = text.chars().filter(|c| !matches!(c, '{' | '}'));
    while let Some(c) = chars.next() {
        if c != '\\' {
            shown.push(c);
            continue;
        }
        let accent = chars.next();
        let letter = match accent {
            Some('L') => Some('Ł'),
            Some('l') => Some('ł'),
            Some('&') => Some('&'),
            Some(accent) => chars.next().and_then(|letter| accented(accent, letter)),
            None => None,
        };
        shown.push(letter.ok_or_else(|| format!("unknown accent in `{text}`"))?);
    }
    let shown = shown.replace("--", "–");
    Ok(shown.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// The letter with the accent that LaTeX calls so.
fn accented(accent: char, letter: char) -> Option<char> {
    const LETTERS: [(char, &str, &str); 7] = [
        ('\'', "aeiouyAEIOUcnsz", "áéíóúýÁÉÍÓÚćńśź"),
        ('`', "aeiouAEIOU", "àèìòùÀÈÌÒÙ"),
        ('"', "aeiouAEIOU", "äëïöüÄËÏÖÜ"),
        ('^', "aeiouAEIOU", "âêîôûÂÊÎÔÛ"),
        ('~', "anoANO", "ãñõÃÑÕ"),
        ('=', "aeiou", "āēīōū"),
        ('c', "csCS", "çşÇŞ"),
    ];
    let (_, plain, with) = LETTERS.iter().find(|(known, ..)| *known == accent)?;
    plain
        .chars()
        .zip(with.chars())
        .find(|(known, _)| *known == letter)
        .map(|(_, with)| with)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Bibliography, Problem> {
        let source = Source {
            file: "a.bib".into(),
            text: text.into(),
        };
        Bibliography::parse(&source)
    }

    #[test]
    fn names_accents_and_links_are_shown() {
        let text = "@book{a,\n author = {P{\\'o}czos, Barnab{\\'a}s and Berry, II, Michael and {{The developers}}},\n \
                    title = {On {NumPy} -- a {\\L}},\n year = {1990}, doi = {10.1/2},\n}\n";
        let bibliography = parse(text).unwrap();
        let entry = bibliography.get("a").unwrap();
        assert_eq!(entry.names(), "Póczos, Berry and The developers");
        let line = "Barnabás Póczos, Michael Berry and The developers (1990): \
                    *On NumPy – a Ł*. <https://doi.org/10.1/2>";
        assert_eq!(entry.line(), line);
    }

    #[test]
    fn an_entry_that_cannot_be_read_is_an_error_with_its_line() {
        for (text, message) in [
            ("\n@book{a, author = {B}, title = {C}}", "`a`: no `year`"),
            ("\n@book{a, author = {B}", "this entry never ends"),
            (
                "\n@book{a, author = {\\x{B}}, title = {C}, year = {1}}",
                "`a`: unknown accent in `\\x{B}`",
            ),
        ] {
            let problem = parse(text).err().unwrap();
            assert_eq!((problem.line, &*problem.message), (2, message));
        }
    }
}
