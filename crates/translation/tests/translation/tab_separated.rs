//! Files with a sentence, a tab, and its translation in each line.

use std::error::Error;
use std::fs;

use translation::data::{LineFault, Pair, ReadOptions, parse_pairs, read_pairs};

use crate::pair;

const READ_ALL: ReadOptions =
    ReadOptions { pairs: None, strict: false, max_tokens: None, as_written: false };
const STRICT: ReadOptions = ReadOptions { strict: true, ..READ_ALL };

/// Returns the pairs of a text without problems.
fn good(text: &[u8]) -> Vec<Pair> {
    let read = parse_pairs(text, &READ_ALL).expect("nothing is strict");
    assert_eq!((read.problems, read.missing), (vec![], 0));
    read.pairs
}

/// Returns the faults of a text with their line numbers, and the number of pairs.
fn faults(text: &[u8]) -> (Vec<(usize, LineFault)>, usize) {
    let read = parse_pairs(text, &READ_ALL).expect("nothing is strict");
    let problems = read.problems.iter();
    let faults = problems.map(|problem| (problem.line, problem.fault));
    (faults.collect(), read.pairs.len())
}

#[test]
fn the_first_two_columns_are_a_pair() {
    let text =
        b"Go.\tVa !\nHi.\tSalut.\tCC-BY 2.0 (France) tatoeba.org #538123\nRun!\tCours !\t\t5\n";
    let pairs = [("Go.", "Va !"), ("Hi.", "Salut."), ("Run!", "Cours !")];
    assert_eq!(good(text), pairs.map(pair));
    assert_eq!(parse_pairs(text, &READ_ALL).unwrap().more_columns, 2);
}

#[test]
fn line_endings_and_a_byte_order_mark_are_not_text() {
    let expected = [pair(("Go.", "Va !")), pair(("Hi.", "Salut."))];
    for text in [
        &b"Go.\tVa !\nHi.\tSalut."[..],
        b"Go.\tVa !\r\nHi.\tSalut.\r\n",
        b"\xef\xbb\xbfGo.\tVa !\nHi.\tSalut.\n",
        b"\xef\xbb\xbfGo.\tVa !\r\nHi.\tSalut.",
    ] {
        assert_eq!(good(text), expected, "{}", text.escape_ascii());
    }
}

#[test]
fn french_spaces_and_letters_are_normalized() {
    let spaces = "Go!\tVa\u{a0}!\nGo!\tVa\u{202f}!\nGo!\t Va\u{2009}! \n";
    assert_eq!(good(spaces.as_bytes()), vec![pair(("Go!", "Va !")); 3]);
    let letters = "He saw it.\tL\u{2019}e\u{301}te\u{301}.\n";
    assert_eq!(good(letters.as_bytes()), [pair(("He saw it.", "L'été."))]);
}

#[test]
fn characters_can_be_kept_as_written() {
    let as_written = ReadOptions { as_written: true, ..READ_ALL };
    let text = "Go! \t L\u{2019}e\u{301}te\u{301}\u{202f}! \r\n";
    let read = parse_pairs(text, &as_written).expect("nothing is strict");
    assert_eq!(read.pairs, [pair(("Go!", "L\u{2019}e\u{301}te\u{301}\u{202f}!"))]);
}

#[test]
fn blank_lines_are_skipped_but_counted() {
    let text = "\n  \nGo.\tVa !\n\r\n\u{a0}\nno tab\n";
    let fault = (6, LineFault::OneColumn);
    assert_eq!(faults(text.as_bytes()), (vec![fault], 1));
    assert_eq!(good(b""), []);
}

#[test]
fn each_fault_is_a_problem_of_its_line() {
    for (line, fault) in [
        (&b"Go. Va !"[..], LineFault::OneColumn),
        (b"\tVa !", LineFault::EmptySource),
        (b" \tVa !\tCC-BY", LineFault::EmptySource),
        (b"Go.\t", LineFault::EmptyTarget),
        (b"Go.\t \tCC-BY", LineFault::EmptyTarget),
        (b"\t", LineFault::EmptySource),
        ("Go.\t\u{a0}".as_bytes(), LineFault::EmptyTarget),
    ] {
        let text = [b"Hi.\tSalut.\n", line, b"\nRun!\tCours !\n"].concat();
        assert_eq!(faults(&text), (vec![(2, fault)], 2), "{}", line.escape_ascii());
    }
}

#[test]
fn a_line_that_is_not_utf_8_costs_only_itself() {
    let read = parse_pairs(b"Hi.\tSalut.\nSummer.\t\xc9t\xe9.\nGo.\tVa !\n", &READ_ALL);
    let read = read.unwrap();
    assert_eq!(read.pairs, [pair(("Hi.", "Salut.")), pair(("Go.", "Va !"))]);
    let [problem] = read.problems[..] else { panic!("{:?}", read.problems) };
    let text = "line 2: not UTF-8: invalid utf-8 sequence of 1 bytes from index 8";
    assert_eq!(problem.to_string(), text);
    assert!(problem.source().is_some());
}

#[test]
fn as_many_pairs_as_asked_for() {
    let text = "a\tA\nmalformed\nb\tB\n\nc\tC\nalso malformed\n";
    for (asked, given, missing, problems) in
        [(0, 0, 0, 0), (1, 1, 0, 0), (2, 2, 0, 1), (3, 3, 0, 1), (4, 3, 1, 2), (9, 3, 6, 2)]
    {
        let options = ReadOptions { pairs: Some(asked), ..READ_ALL };
        let read = parse_pairs(text, &options).unwrap();
        let counts = (read.pairs.len(), read.missing, read.problems.len());
        assert_eq!(counts, (given, missing, problems), "{asked} pairs");
    }
}

#[test]
fn strict_stops_at_the_first_problem() {
    let text = "a\tA\nno tab\nb\tB\n\tno source\n";
    let problem = parse_pairs(text, &STRICT).unwrap_err();
    assert_eq!((problem.line, problem.fault), (2, LineFault::OneColumn));
    let before = ReadOptions { pairs: Some(1), ..STRICT };
    assert_eq!(parse_pairs(text, &before).unwrap().pairs, [pair(("a", "A"))]);
}

#[test]
fn errors_name_the_file_and_the_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("fra.txt");
    fs::write(&path, "Go.\tVa !\r\nno tab\r\n").unwrap();
    let read = read_pairs(&path, &READ_ALL).unwrap();
    assert_eq!((read.pairs.len(), read.problems.len()), (1, 1));

    let error = read_pairs(&path, &STRICT).unwrap_err();
    let name = path.display();
    let text = format!("{name}: line 2: there is no tab between a sentence and its translation");
    assert_eq!(error.to_string(), text);

    let folder_error = read_pairs(folder.path(), &READ_ALL).unwrap_err();
    assert_eq!(folder_error.path, folder.path());
}

/// A line with a sentence that is too long is skipped, and the requested pairs are still found.
#[test]
fn long_sentences_are_left_out_and_reported() {
    let text = "a b\tc\na\tb c d\na\tb\n";
    let options = ReadOptions { pairs: Some(2), max_tokens: Some(2), ..ReadOptions::default() };
    let read = parse_pairs(text, &options).expect("nothing is strict");
    assert_eq!(read.pairs.len(), 2);
    assert_eq!(read.problems.len(), 1);
    assert_eq!(read.problems[0].to_string(), "line 2: a sentence has 3 tokens, more than 2");
    let strict = ReadOptions { strict: true, ..options };
    assert!(parse_pairs(text, &strict).is_err());
}
