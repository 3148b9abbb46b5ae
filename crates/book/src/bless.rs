//! Rewriting the outputs that the chapters show.

use std::collections::{BTreeSet, HashMap};
use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

use dialect::{BLESS, Block, Expanded, Source, output_file};
use mdbook_markdown::pulldown_cmark::{Event, Tag};

use crate::{Book, Error};

/// Runs the snippets of `files`, or of all, and writes what they print into the chapters. Returns the
/// changed files.
///
/// `tell` gets what changes, line by line, and the sentences that still hold a number of an old output.
///
/// # Errors
///
/// [`Error::Bless`] if a snippet does not compile or run, or if a file has no snippets; the chapters are
/// then left alone.
pub fn bless(
    book: &Book,
    files: &[String],
    mut tell: impl FnMut(&str),
) -> Result<Vec<String>, Error> {
    let mut sources = dialect::snippet_sources(&book.root).map_err(Error::Problems)?;
    if let Some(file) = files
        .iter()
        .find(|file| sources.iter().all(|source| source.file != **file))
    {
        return Err(Error::Bless(format!("{file} is no text with snippets")));
    }
    sources.retain(|source| files.is_empty() || files.contains(&source.file));
    let mut blessed = Vec::new();
    for source in sources {
        let expanded = dialect::expand(&book.root, &source).map_err(Error::Problems)?;
        let blocks = dialect::blocks(&expanded).map_err(Error::Problems)?;
        blessed.push((source, expanded, blocks));
    }
    let blocks = blessed.iter().flat_map(|(_, _, blocks)| blocks);
    let count = blocks.filter(|block| !block.no_run).count();
    tell(&format!("compiling and running {count} snippets"));
    let names = blessed
        .iter()
        .filter(|_| !files.is_empty())
        .map(|(source, ..)| tests_of(source));
    let printed = run(book, names)?;
    let mut rewritten = Vec::new();
    for (source, expanded, blocks) in &blessed {
        let printed = |block: &Block| {
            printed.get(&output_file(&source.file, block.line)).cloned()
        };
        let text = dialect::bless(source, blocks, printed)?;
        // Running the snippets takes a while; somebody may have gone on writing.
        if Source::read(&book.root, &source.file)?.text != source.text {
            let message = format!("{} was changed while the snippets ran", source.file);
            return Err(Error::Bless(message));
        }
        if text != source.text {
            for block in blocks {
                let old = block.output.as_ref().map_or("", |output| &output.text);
                if let Some(new) = printed(block)
                    && dialect::shown(&new) != old
                {
                    tell(&format!("{}:{}", source.file, block.line));
                    old.lines().for_each(|line| tell(&format!("  - {line}")));
                    new.lines().for_each(|line| tell(&format!("  + {line}")));
                    for (line, number, sentence) in stale(expanded, block, old, &new) {
                        tell(&format!("  line {line} still says {number}: {sentence}"));
                    }
                }
            }
            rewritten.push((source.file.clone(), text));
        }
    }
    for (file, text) in &rewritten {
        let path = book.root.join(file);
        fs::write(&path, text).map_err(Error::file(path, "cannot write"))?;
    }
    Ok(rewritten.into_iter().map(|(file, _)| file).collect())
}

/// What the names of the tests of a text start with: a chapter has its own, `src/multi-head.md 1/3` and so
/// on, and the exercises of a chapter have common ones, `exercises/multi-head 1/2`.
fn tests_of(source: &Source) -> String {
    source.file.split('/').take(2).collect::<Vec<_>>().join("/")
}

/// Runs the tests with these names, or all, and returns what each snippet printed.
fn run(
    book: &Book,
    names: impl Iterator<Item = String>,
) -> Result<HashMap<String, String>, Error> {
    let folder =
        tempfile::tempdir().map_err(Error::file(env::temp_dir(), "cannot write"))?;
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args(["test", "--package", "book-tests", "--test", "snippets"])
        .args(["--", "--quiet"])
        .args(names)
        .current_dir(&book.root)
        .env(BLESS, folder.path())
        .status()
        .map_err(|error| Error::Bless(format!("cargo cannot be run: {error}")))?;
    if !status.success() {
        return Err(Error::Bless("a snippet does not pass (see above)".into()));
    }
    let mut printed = HashMap::new();
    let unreadable = || Error::file(folder.path(), "cannot read");
    for entry in fs::read_dir(folder.path()).map_err(unreadable())? {
        let path = entry.map_err(unreadable())?.path();
        let text =
            fs::read_to_string(&path).map_err(Error::file(&path, "cannot read"))?;
        let name = path.file_name().unwrap_or(Path::new("").as_os_str());
        printed.insert(name.to_string_lossy().into_owned(), text);
    }
    Ok(printed)
}

/// The sentences of the section that hold a number of the old output which the new one has not: line,
/// number, sentence.
fn stale(
    text: &Expanded,
    block: &Block,
    old: &str,
    new: &str,
) -> Vec<(usize, String, String)> {
    let new: BTreeSet<_> = numbers(new).flat_map(readings).collect();
    let old: BTreeSet<_> = numbers(old).flat_map(readings).collect();
    let gone: BTreeSet<_> = old.difference(&new).cloned().collect();
    let (mut section, mut found) = (Vec::new(), Vec::new());
    for (event, range) in dialect::parser(&text.text).into_offset_iter() {
        match event {
            Event::Start(Tag::Heading { .. }) if range.start > block.range.start => {
                break;
            }
            Event::Start(Tag::Heading { .. }) => section.clear(),
            Event::Start(Tag::Paragraph) => section.push(range),
            _ => {}
        }
    }
    for range in section {
        let mut start = range.start;
        for sentence in text.text[range].split_inclusive(". ") {
            let stale = numbers(sentence).find(|number| gone.contains(*number));
            if let Some(number) = stale {
                let words: Vec<_> = sentence.split_whitespace().collect();
                found.push((text.line(start), number.to_owned(), words.join(" ")));
            }
            start += sentence.len();
        }
    }
    found
}

/// The numbers in a text that have at least two digits; others are found everywhere.
fn numbers(text: &str) -> impl Iterator<Item = &str> {
    let parts = text.split(|c: char| !(c.is_ascii_digit() || c == '.'));
    let parts = parts.map(|part| part.trim_matches('.'));
    parts.filter(|part| part.matches(|c: char| c.is_ascii_digit()).count() > 1)
}

/// How prose may give a number: with fewer decimals, and as a percentage.
fn readings(number: &str) -> Vec<String> {
    let mut readings = vec![number.to_owned()];
    if let (Ok(value), Some((_, decimals))) =
        (number.parse::<f64>(), number.split_once('.'))
    {
        readings.extend((2..decimals.len()).map(|digits| format!("{value:.digits$}")));
        if value < 1.0 {
            let percent = 100.0 * value;
            readings.extend(
                (0..decimals.len()).map(|digits| format!("{percent:.digits$}")),
            );
        }
    }
    readings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_that_holds_an_old_number_is_named() {
        let text = "# A {#a}\n\nIt was 0.96.\n\n## B {#b}\n\nThe key gets 96 percent. It is 12\nof 40.\n\n\
                    ```rust\na\n```\n```text,output\n[0.964, 12.5]\n```\n\n## C {#c}\n\n96 percent.\n";
        let source = Source {
            file: "src/a.md".into(),
            text: text.into(),
        };
        let expanded = dialect::expand("/".as_ref(), &source).unwrap();
        let block = &dialect::blocks(&expanded).unwrap()[0];
        let found = |old, new| stale(&expanded, block, old, new);
        let sentence = "The key gets 96 percent.".to_owned();
        let expected = [(7, "96".to_owned(), sentence)];
        assert_eq!(found("[0.964, 12.5]", "[0.911, 12.5]"), expected);
        assert_eq!(found("[0.964]", "[0.964, 1]"), []);
        let expected = [(7, "40".to_owned(), "It is 12 of 40.".to_owned())];
        assert_eq!(found("12 40 7", "12 41 8"), expected);
    }
}
