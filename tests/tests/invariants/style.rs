//! Finds patterns of English that `CONTRIBUTING.md` advises against.

mod comments;

use dialect::{Problem, Problems, Source};
use mdbook_markdown::pulldown_cmark::{Event, Tag, TagEnd};

use crate::root;

/// Readers lose the thread of a longer sentence.
const MOST_WORDS: usize = 45;

/// Nouns that form a name with the number after them, as in "seed 22". Names have no article.
const NAMED: &str = "batch block column dimension epoch head key layer length level position \
                     query rate row score seed sentence size step temperature token version \
                     weight width";

/// Phrases that mark a comment or the name of a test as translated, with a hint. Chapters have room
/// for an antecedent, so some of these phrases are fine there.
const TRANSLATED: [(&str, &str); 13] = [
    ("that of", "name the thing"),
    ("those of", "name the things"),
    ("stands", "is, holds, or shows"),
    ("beside", "next to, or besides"),
    ("alike", "equally, or both"),
    ("gets", "receives, or becomes"),
    ("is told", "receives, or reads"),
    ("are told", "receive, or read"),
    ("was told", "received, or read"),
    ("is asked", "receives a request"),
    ("are asked", "receive a request"),
    ("was asked", "received a request"),
    ("were asked", "received a request"),
];

/// Returns the paragraphs and items of a text, with their positions in bytes. Code and formulas
/// count as one word each; headings, tables, pictures, and code blocks are omitted.
fn paragraphs(text: &str) -> Vec<(usize, String)> {
    let (mut found, mut left_out) = (Vec::new(), 0);
    let mut current = String::new();
    for (event, range) in dialect::parser(text).into_offset_iter() {
        match event {
            Event::Start(
                Tag::Heading { .. } | Tag::Table(_) | Tag::Image { .. } | Tag::CodeBlock(_),
            ) => left_out += 1,
            Event::End(TagEnd::Heading(_) | TagEnd::Table | TagEnd::Image | TagEnd::CodeBlock) => {
                left_out -= 1;
            }
            _ if left_out > 0 => {}
            Event::Text(part) => current.push_str(&part),
            Event::Code(_) => current.push('C'),
            Event::SoftBreak | Event::HardBreak => current.push(' '),
            Event::End(TagEnd::Paragraph | TagEnd::Item) => {
                let paragraph = std::mem::take(&mut current).replace("$C$", "X");
                found.push((range.start, paragraph));
            }
            _ => {}
        }
    }
    found
}

/// Splits a paragraph into sentences, each of which starts with a capital letter or a number.
fn sentences(paragraph: &str) -> Vec<&str> {
    let (mut found, mut start) = (Vec::new(), 0);
    for (at, _) in paragraph.match_indices(' ') {
        let before = paragraph[start..at].trim_end_matches([')', '"', '\u{201d}']);
        let next = paragraph[at + 1..].trim_start_matches(['(', '"', '\u{201c}']);
        let begins = next.starts_with(|c: char| c.is_uppercase() || c.is_numeric() || c == '@');
        if before.ends_with(['.', '?', '!']) && begins {
            found.push(&paragraph[start..at]);
            start = at + 1;
        }
    }
    found.push(&paragraph[start..]);
    found
}

/// Returns the faults of a paragraph.
fn faults(paragraph: &str) -> Vec<String> {
    let mut found = Vec::new();
    for sentence in sentences(paragraph) {
        let is_word = |word: &&str| word.contains(char::is_alphanumeric);
        let words: Vec<_> = sentence.split_whitespace().filter(is_word).collect();
        if words.len() > MOST_WORDS {
            let start = words[..6].join(" ");
            found.push(format!("a sentence of {} words: {start} ...", words.len()));
        }
        // An afterthought is read too late; "also" belongs before the verb.
        if let Some((before, after)) = sentence.split_once(", too")
            && !after.starts_with(|c: char| c.is_alphanumeric() || c == ' ')
        {
            found.push(format!("an afterthought: {before}, too"));
        }
        for words in words.windows(3) {
            let number = words[2].trim_start_matches('-');
            let is_number = number.starts_with(|c: char| c.is_ascii_digit());
            if words[0].eq_ignore_ascii_case("the")
                && NAMED.split(' ').any(|name| name == words[1])
                && is_number
            {
                let name = words[1..].join(" ");
                found.push(format!("a name has no article: the {name}"));
            }
        }
    }
    if paragraph.contains(") (") || paragraph.contains("((") {
        found.push("two parentheses in a row".to_owned());
    }
    found
}

/// Returns the phrases in a comment, or the name of a test, that would be fine in a language other
/// than English.
fn translated(paragraph: &str) -> Vec<String> {
    let mut found = Vec::new();
    for sentence in sentences(paragraph) {
        let words = sentence.split_whitespace();
        let words = words.map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()));
        let words = format!(" {} ", words.collect::<Vec<_>>().join(" ")).to_lowercase();
        if words.starts_with(" what ") && !sentence.ends_with('?') {
            found.push(format!("a clause instead of a noun: {sentence}"));
        }
        let words = words.replace(" stands for ", " ");
        for (phrase, better) in TRANSLATED {
            if words.contains(&format!(" {phrase} ")) {
                found.push(format!("{phrase:?} instead of {better}: {sentence}"));
            }
        }
    }
    found
}

#[test]
fn sentences_have_no_patterns_of_a_translation() {
    let mut sources = dialect::snippet_sources(root()).unwrap();
    for file in ["ARCHITECTURE.md", "CONTRIBUTING.md"] {
        sources.push(Source::read(root(), file).unwrap());
    }
    let mut problems = Vec::new();
    for source in &sources {
        for (start, paragraph) in paragraphs(&source.text) {
            let faults = faults(&paragraph).into_iter();
            problems.extend(faults.map(|fault| source.problem(start, fault)));
        }
    }
    for source in comments::read(root()).iter().map(comments::prose) {
        for (start, paragraph) in paragraphs(&source.text) {
            let faults = faults(&paragraph).into_iter().chain(translated(&paragraph));
            problems.extend(faults.map(|fault| source.problem(start, fault)));
        }
    }
    assert!(problems.is_empty(), "{}", Problems(problems));
}

/// Returns the positions of hyphens that should be minus signs: before a number or a parenthesis,
/// and not between two things.
fn hyphens(text: &str) -> Vec<usize> {
    let (mut found, mut in_code) = (Vec::new(), false);
    for (event, range) in dialect::parser(text).into_offset_iter() {
        match event {
            Event::Start(Tag::CodeBlock(_)) => in_code = true,
            Event::End(TagEnd::CodeBlock) => in_code = false,
            Event::Text(_) if !in_code => {
                let places = text[range.clone()].match_indices('-');
                found.extend(places.map(|(at, _)| range.start + at).filter(|at| {
                    let before = text[..*at].chars().next_back();
                    let is_sign = before.is_none_or(|c| c.is_whitespace() || "(|*\"".contains(c));
                    is_sign && text[at + 1..].starts_with(|c: char| c.is_ascii_digit() || c == '(')
                }));
            }
            _ => {}
        }
    }
    found
}

#[test]
fn negative_numbers_have_a_minus_sign() {
    let mut problems = Vec::new();
    for source in &dialect::snippet_sources(root()).unwrap() {
        let found = hyphens(&source.text).into_iter();
        let message = "a hyphen before a number, where a minus sign (\u{2212}) belongs";
        problems.extend(found.map(|at| source.problem(at, message)));
    }
    assert!(problems.is_empty(), "{}", Problems(problems));
    for (text, count) in [
        ("From -2 to (-2, 1), *-1* and -(1 + 1).", 4),
        ("| a |\n|---|\n| -1 |\n| \u{2212}1 |", 1),
        ("`-1` $`-1`$ 3-4 top-1 - 2\n\n```text\n-1\n```", 0),
    ] {
        assert_eq!(hyphens(text).len(), count, "{text}");
    }
}

#[test]
fn comments_have_one_width() {
    let mut problems = Vec::new();
    for Source { file, text } in comments::read(root()) {
        for line in comments::too_long(&text) {
            problems.push(Problem::new(&file, line, "a comment is too long"));
        }
    }
    assert!(problems.is_empty(), "{}", Problems(problems));
}

#[test]
fn long_comments_are_found() {
    let long = "a ".repeat(40);
    let text = format!(
        "/// {long}\n// {long}b {long}\n// ANCHOR: a\n    // {long}\n// ANCHOR_END: a\n/// ```\n\
         /// {long}{long}\n/// ```\n/// | {long}{long}\n//! {long}{long}\n# {long}{long}\n"
    );
    assert_eq!(comments::too_long(&text), [2, 4, 10, 11]);
}

#[test]
fn the_patterns_are_found_where_they_are() {
    let faults = |text: &str| -> Vec<String> {
        let paragraphs = paragraphs(text).into_iter();
        paragraphs.flat_map(|(_, text)| faults(&text)).collect()
    };
    for (text, shown) in [
        ("This is the seed 22.", "the seed 22."),
        ("- The *width* $`1`$ and the width 1", "the width 1"),
        ("One (two) (three).", "two parentheses"),
        ("One is large. The other is large, too.", "large, too"),
        (&format!("{}a.", "a ".repeat(45)), "46 words"),
    ] {
        let found = faults(text);
        assert!(found.len() == 1 && found[0].contains(shown), "{text}: {found:?}");
    }
    let fine = format!(
        "## The seed 22 {{#a}}\n\nSeed 22. A {}b. The key `2`.\n\n| the width 1 |\n|---|\n| 2 |\n\n\
         ```text\nthe seed 22\n```\n\n![the seed 22](a.svg \"fig:a\")\nThe seeds 0 to 9, too many.\n",
        "a ".repeat(43)
    );
    assert_eq!(faults(&fine), [""; 0]);
}

#[test]
fn translated_phrases_are_found_in_comments_and_names() {
    let translated = |text: &str| -> Vec<String> {
        let paragraphs = paragraphs(text).into_iter();
        paragraphs.flat_map(|(_, text)| translated(&text)).collect()
    };
    for (rust, shown) in [
        ("/// The loss is\n/// that of the mean.", "\"that of\""),
        ("//! Sizes and those\n//! of others.", "\"those of\""),
        ("// It stands here.", "\"stands\""),
        ("let a = 1; // Beside the query.", "\"beside\""),
        ("// Both, alike, fail.", "\"alike\""),
        ("// A row gets 0.", "\"gets\""),
        ("// The program is told.", "\"is told\""),
        ("// Rows are\n// asked.", "\"are asked\""),
        ("/// A row. What is left of it.", "What is left"),
        ("#[test]\nfn what_is_left() {}", "what is left"),
        ("#[test]\n#[should_panic]\nfn a_row_gets_zero() {}", "\"gets\""),
    ] {
        let found = translated(&comments::of_rust(rust));
        assert!(found.len() == 1 && found[0].contains(shown), "{rust}: {found:?}");
    }
    let fine = "// It stands for a row.\n\n// What is left? Which of those? Of these.\n\n\
                // ANCHOR: gets\n//@ stub gets\n\nfn what_is_left() {}\n\nlet a = \"a // gets\";\n\n\
                // ```\n// gets\n// ```\n\n// Sees `gets`, and whatever.\n";
    assert_eq!(translated(&comments::of_rust(fine)), [""; 0]);
    let toml = "[a]\n# It\n# gets 1.\nb = 1 # Alike.\nc = \"a # gets\"\n";
    assert_eq!(translated(&comments::of_configuration(toml)).len(), 2);
}
