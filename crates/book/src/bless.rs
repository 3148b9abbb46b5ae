//! `cargo book bless`: rewrites the outputs that the chapters show.

use std::collections::{BTreeSet, HashMap};
use std::env;
use std::fs;
use std::process::Command;

use anyhow::{Context, Result, bail};
use dialect::{BLESS, Block, Expanded, Source, output_file, say};
use mdbook_core::utils::fs::{read_to_string, write};
use mdbook_markdown::pulldown_cmark::{Event, Tag};

use crate::Book;

/// Runs the snippets of `files`, or of all files, and writes their outputs into the chapters.
///
/// Prints the changes and the sentences that still contain a number of an old output. After an
/// error, for instance if a snippet does not compile, the chapters are unchanged.
pub fn bless(book: &Book, files: &[String]) -> Result<()> {
    let mut sources = dialect::snippet_sources(&book.root)?;
    for file in files {
        if sources.iter().all(|source| source.file != *file) {
            bail!("{NOT_REWRITTEN}: {file} is not a file with snippets");
        }
    }
    sources.retain(|source| files.is_empty() || files.contains(&source.file));
    let mut texts = Vec::new();
    for source in sources {
        let expanded = dialect::expand(&book.root, &source)?;
        let blocks = dialect::blocks(&expanded)?;
        texts.push((source, expanded, blocks));
    }
    let blocks = texts.iter().flat_map(|(_, _, blocks)| blocks);
    let count = blocks.filter(|block| !block.no_run).count();
    say!("compiling and running {count} snippets");
    // The pages of a chapter share their tests (`src/multi-head 1/3`), and so do its exercises
    // (`exercises/multi-head 1/2`).
    let tests_of = |source: &Source| source.file.split('/').take(2).collect::<Vec<_>>().join("/");
    let tests: BTreeSet<_> = match files.is_empty() {
        true => [String::new()].into(),
        false => texts.iter().map(|(source, ..)| tests_of(source)).collect(),
    };
    let printed = run(book, &tests)?;
    let mut rewritten = Vec::new();
    for (source, expanded, blocks) in &texts {
        let printed = |block: &Block| printed.get(&output_file(&source.file, block.line)).cloned();
        let text = dialect::bless(source, blocks, printed)?;
        // Somebody may have edited the file while the snippets ran.
        let now = Source::read(&book.root, &source.file)?;
        if now.text != source.text {
            let file = &source.file;
            bail!("{NOT_REWRITTEN}: {file} was changed while the snippets ran");
        }
        if text != source.text {
            for block in blocks {
                if let Some(new) = printed(block) {
                    tell(expanded, block, &new);
                }
            }
            rewritten.push((&*source.file, text));
        }
    }
    for (file, text) in &rewritten {
        write(book.root.join(file), text)?;
    }
    let files: Vec<_> = rewritten.iter().map(|(file, _)| *file).collect();
    match files.is_empty() {
        true => say!("all outputs are up to date"),
        false => say!("outputs rewritten in {}", files.join(", ")),
    }
    Ok(())
}

const NOT_REWRITTEN: &str = "the outputs were not rewritten";

/// Prints how the output of a block changes, if it does.
fn tell(text: &Expanded, block: &Block, new: &str) {
    let old = block.output.as_ref().map_or("", |output| &output.text);
    if dialect::shown(new) == old {
        return;
    }
    say!("{}:{}", text.file, block.line);
    old.lines().for_each(|line| say!("  - {line}"));
    new.lines().for_each(|line| say!("  + {line}"));
    for (line, number, sentence) in stale(text, block, old, new) {
        say!("  line {line} still says {number}: {sentence}");
    }
}

/// Runs the tests whose names contain one of `tests`, and returns the output of each snippet.
fn run(book: &Book, tests: &BTreeSet<String>) -> Result<HashMap<String, String>> {
    let folder = tempfile::tempdir()?;
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    // The tests accept only one filter.
    for filter in tests {
        let status = Command::new(&cargo)
            .args(["test", "--package", "book-tests", "--test", "snippets"])
            .args(["--", "--quiet", filter])
            .current_dir(&book.root)
            .env(BLESS, folder.path())
            .status()
            .context("cargo cannot be run")?;
        if !status.success() {
            bail!("{NOT_REWRITTEN}: a snippet fails (see above)");
        }
    }
    let mut printed = HashMap::new();
    for entry in fs::read_dir(folder.path())? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        printed.insert(name, read_to_string(entry.path())?);
    }
    Ok(printed)
}

/// Returns the sentences of the section with a number that only the old output contains: line,
/// number, sentence.
fn stale(text: &Expanded, block: &Block, old: &str, new: &str) -> Vec<(usize, String, String)> {
    let shown = |output| numbers(output).flat_map(readings).collect::<BTreeSet<_>>();
    let gone = &shown(old) - &shown(new);
    let mut section = Vec::new();
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
    let mut found = Vec::new();
    for range in section {
        let mut start = range.start;
        for sentence in text.text[range].split_inclusive(". ") {
            if let Some(number) = numbers(sentence).find(|number| gone.contains(*number)) {
                let words: Vec<_> = sentence.split_whitespace().collect();
                found.push((text.line(start), number.to_owned(), words.join(" ")));
            }
            start += sentence.len();
        }
    }
    found
}

/// Returns the numbers in a text with at least two digits; single digits occur everywhere.
fn numbers(text: &str) -> impl Iterator<Item = &str> {
    let parts = text.split(|c: char| !(c.is_ascii_digit() || c == '.'));
    let parts = parts.map(|part| part.trim_matches('.'));
    parts.filter(|part| part.matches(|c: char| c.is_ascii_digit()).count() > 1)
}

/// Returns the forms of a number in prose: with fewer decimals, and as a percentage.
fn readings(number: &str) -> Vec<String> {
    let mut readings = vec![number.to_owned()];
    if let Some((_, decimals)) = number.split_once('.')
        && let Ok(value) = number.parse::<f64>()
    {
        readings.extend((2..decimals.len()).map(|digits| format!("{value:.digits$}")));
        let shares = if value < 1.0 { 0..decimals.len() } else { 0..0 };
        let percent = 100.0 * value;
        readings.extend(shares.map(|digits| format!("{percent:.digits$}")));
    }
    readings
}

#[cfg(test)]
mod tests;
