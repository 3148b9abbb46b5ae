//! Requirements for every entry of the glossary.

use std::collections::HashSet;

use dialect::Source;

use crate::root;

const MOST_WORDS: usize = 25;
/// The scripts, and the characters that mark their names.
const SCRIPTS: [(&str, &str); 2] = [("zh-Hans", "简"), ("zh-Hant", "繁")];
/// Phrases that replace a missing name.
const NO_NAME: [&str; 2] = ["usually left in English", "no established name"];

/// A term, the lines below it, and the letters in the heading above it.
struct Entry<'a> {
    line: usize,
    letters: (char, char),
    term: &'a str,
    meaning: &'a str,
    names: &'a str,
}

impl Entry<'_> {
    /// Returns the sort key: the term in lowercase without punctuation.
    fn key(&self) -> String {
        let lower = self.term.to_lowercase();
        let words = lower.split(|c: char| !c.is_alphanumeric());
        words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
    }

    /// Returns the sentence without the other names and the link that follow it.
    fn sentence(&self) -> Option<&str> {
        let (sentence, link) = self.meaning.rsplit_once(" [")?;
        let label = link.strip_suffix(')')?.split_once("](#")?.1;
        let explains = ["sec:", "ch:", "ex:"].iter().any(|kind| label.starts_with(kind));
        explains.then(|| sentence.split(" Also: ").next().unwrap_or(sentence))
    }
}

/// Returns the text between the first `start` and the next `end`.
fn text_between<'a>(text: &'a str, start: &str, end: &str) -> Option<&'a str> {
    Some(text.split_once(start)?.1.split_once(end)?.0)
}

fn entries(text: &str) -> Vec<Entry<'_>> {
    let lines: Vec<&str> = text.lines().collect();
    let mut letters = None;
    let mut entries = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        if let Some(heading) = line.strip_prefix("## ") {
            letters = heading
                .contains("{#glossary-")
                .then(|| heading.chars().next().zip(heading.chars().nth(5)))
                .flatten();
        }
        let below = |count: usize| lines.get(index + count).copied().unwrap_or_default();
        if let (Some(letters), Some(meaning)) = (letters, below(1).strip_prefix(": ")) {
            entries.push(Entry {
                line: index + 1,
                letters,
                term: text_between(line, ">", "</span>").unwrap_or(line),
                meaning: meaning.trim_end_matches('\\'),
                names: below(2).trim(),
            });
        }
    }
    entries
}

/// Returns the targets of links: the sections of all pages, the chapters, and the terms themselves.
fn labels(pages: &[Source], glossary: &str) -> HashSet<String> {
    let sections = pages.iter().flat_map(|page| page.text.lines());
    let sections = sections
        .filter(|line| line.starts_with("## "))
        .filter_map(|line| Some(format!("sec:{}", text_between(line, "{#", "}")?)));
    let chapters = pages.iter().map(|page| format!("ch:{}", page.name()));
    let exercises = pages.iter().flat_map(|page| page.text.lines());
    let exercises = exercises
        .filter_map(|line| Some(format!("ex:{}", text_between(line, "{{#exercise ", "}}")?)));
    let terms = glossary
        .lines()
        .filter_map(|line| Some(text_between(line, "<span id=\"", "\"")?.to_owned()));
    sections.chain(chapters).chain(exercises).chain(terms).collect()
}

/// Returns all problems, with the lines of their entries.
fn problems(text: &str, labels: &HashSet<String>) -> Vec<String> {
    let mut problems = Vec::new();
    let mut last = String::new();
    for entry in entries(text) {
        let mut problem = |message: &str| {
            problems.push(format!("{}: {}: {message}", entry.line, entry.term));
        };
        let key = entry.key();
        if key == last {
            problem("is there twice");
        } else if key < last {
            problem(&format!("belongs in front of `{last}`"));
        }
        let first = key.chars().next().unwrap_or(' ').to_ascii_uppercase();
        if first < entry.letters.0 || first > entry.letters.1 {
            problem("is below another letter");
        }
        match entry.sentence() {
            None => problem("does not end with a link to what explains it"),
            Some(sentence) if sentence.split_whitespace().count() > MOST_WORDS => {
                problem("has a sentence of more than 25 words");
            }
            Some(_) => {}
        }
        for link in entry.meaning.split("](#").skip(1) {
            let label = link.split(')').next().unwrap_or_default();
            if !labels.contains(label) {
                problem(&format!("nothing has the label `{label}`"));
            }
        }
        for (language, sign) in SCRIPTS {
            let opening = format!("<span lang=\"{language}\">{sign}");
            let named = match text_between(entry.names, &opening, "</span>") {
                None => false,
                Some("") => NO_NAME.iter().any(|words| entry.names.contains(words)),
                Some(name) => name.strip_prefix('：').is_some_and(|name| !name.is_empty()),
            };
            if !named {
                problem(&format!("has no name in {language}"));
            }
        }
        last = key;
    }
    problems
}

#[test]
fn every_entry_is_complete_and_in_its_place() {
    let glossary = Source::read(root(), "src/glossary.md").unwrap();
    let labels = labels(&dialect::sources(root()).unwrap(), &glossary.text);
    let count = entries(&glossary.text).len();
    assert!(count >= 150, "{count} entries were read");
    let problems = problems(&glossary.text, &labels);
    let place = format!("{}:", glossary.file);
    assert!(problems.is_empty(), "{place}{}", problems.join(&format!("\n{place}")));
}

#[test]
fn each_rule_finds_an_entry_that_breaks_it() {
    let names = "<span lang=\"zh-Hans\">简：轴</span> <span lang=\"zh-Hant\">繁：軸</span>";
    let entry = |term: &str, meaning: &str, names: &str| {
        format!("{term}\n: {meaning} [Section](#sec:a)\\\n  {names}\n\n")
    };
    let page = |entries: &[String]| format!("## A to C {{#glossary-a}}\n\n{}", entries.concat());
    let labels = HashSet::from(["sec:a".to_owned(), "term-axis".to_owned()]);
    let found = |entries: &[String]| problems(&page(entries), &labels);

    let axis = entry("<span id=\"term-axis\">axis</span>", "A direction.", names);
    let batch = entry("batch", "Examples.", names);
    let english = "<span lang=\"zh-Hans\">简</span> <span lang=\"zh-Hant\">繁</span>";
    let adam = entry("Adam", "See [an axis](#term-axis).", &format!("{english} {}", NO_NAME[0]));
    assert_eq!(found(&[adam, axis.clone(), batch.clone()]), [""; 0]);

    let long = entry("batch", &"word ".repeat(26), names);
    let no_names = entry("batch", "Examples.", "");
    let no_reason = entry("batch", "Examples.", english);
    let empty = entry("batch", "Examples.", &names.replace('轴', ""));
    let lost = entry("batch", "An [x](#term-x).", names);
    let unlinked =
        entry("batch", "An [axis](#term-axis).", names).replace(" [Section](#sec:a)", "");
    for (entries, expected) in [
        (vec![batch.clone(), axis.clone()], "7: axis: belongs in front of `batch`"),
        (vec![axis.clone(), axis.clone()], "7: axis: is there twice"),
        (vec![entry("dot", "A sum.", names)], "3: dot: is below another letter"),
        (vec![long], "3: batch: has a sentence of more than 25 words"),
        (vec![unlinked], "3: batch: does not end with a link to what explains it"),
        (vec![lost], "3: batch: nothing has the label `term-x`"),
        (vec![no_names.clone()], "3: batch: has no name in zh-Hans"),
        (vec![no_names], "3: batch: has no name in zh-Hant"),
        (vec![no_reason], "3: batch: has no name in zh-Hant"),
        (vec![empty], "3: batch: has no name in zh-Hans"),
    ] {
        let found = found(&entries);
        assert!(found.iter().any(|one| one == expected), "{expected}: {found:?}");
    }
}
