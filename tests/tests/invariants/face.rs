//! The face of the book: three files with the characters that its pages show.

use std::collections::BTreeSet;
use std::fs;

use crate::built::site;
use crate::root;

/// The size of all three files together, in bytes.
const LARGEST: u64 = 40_000;

/// Signs that the fonts of the reader's system show: the end of a proof, the composition of
/// functions, and the arrow that folds a part of the sidebar.
const OTHERS: &str = "\u{220e}\u{2218}\u{2771}";

/// Elements whose text has another face or is not shown.
const OTHER_FACES: [&str; 7] =
    ["<script", "<style", "<template", "<code", "<title", "<span class=\"katex", "<span lang=\"zh"];

/// Returns the texts of a page in the face of the book.
fn prose(page: &str) -> String {
    let (mut text, mut rest) = (String::new(), page);
    while let Some((before, tag)) = rest.split_once('<') {
        text += before;
        let tag = &rest[before.len()..][..tag.find('>').map_or(tag.len(), |end| end + 2)];
        rest = &rest[before.len() + tag.len()..];
        if OTHER_FACES.iter().any(|start| tag.starts_with(start)) {
            let name = tag[1..].split([' ', '>']).next().unwrap();
            rest = after(rest, name);
        }
    }
    text + rest
}

/// Returns what follows the end of the element `name` whose content starts here.
fn after<'a>(mut rest: &'a str, name: &str) -> &'a str {
    let (opening, closing) = (format!("<{name}"), format!("</{name}>"));
    let mut depth = 1;
    while depth > 0 {
        let end = rest.find(&closing).unwrap();
        depth += rest[..end].matches(&opening).count();
        depth -= 1;
        rest = &rest[end + closing.len()..];
    }
    rest
}

/// Returns the first and last character of each range, such as `U+2018-2019`.
fn ranges(listed: &str) -> Vec<(u32, u32)> {
    let parts = listed.split(',').map(|part| part.trim().trim_start_matches("U+"));
    let number = |text: &str| u32::from_str_radix(text, 16).unwrap();
    let pairs = parts.map(|part| part.split_once('-').unwrap_or((part, part)));
    pairs.map(|(first, last)| (number(first), number(last))).collect()
}

#[test]
fn the_face_has_the_characters_of_all_pages() {
    let sheet = fs::read_to_string(root().join("theme/fonts/fonts.css")).unwrap();
    let listed = sheet.split("unicode-range: ").skip(1);
    let listed: Vec<_> = listed.map(|rest| rest.split(';').next().unwrap()).collect();
    assert_eq!(listed.len(), 3);
    assert!(listed.iter().all(|one| *one == listed[0]), "{listed:?}");
    let readme = fs::read_to_string(root().join("theme/README.md")).unwrap();
    assert!(readme.contains(&listed[0].replace(' ', "")), "README.md makes other files");
    let ranges = ranges(listed[0]);
    let has = |c: char| ranges.iter().any(|(first, last)| (*first..=*last).contains(&c.into()));
    let mut missing = BTreeSet::new();
    for file in dialect::files(site()).unwrap() {
        let name = file.strip_prefix(site()).unwrap();
        if name.extension().is_some_and(|end| end == "html") && !name.starts_with("api") {
            let text = prose(&fs::read_to_string(&file).unwrap());
            let others = text.chars().filter(|c| !has(*c) && !c.is_control());
            let others = others.filter(|c| !OTHERS.contains(*c));
            missing.extend(others.map(|c| format!("{c:?} on {}", name.display())));
        }
    }
    assert!(missing.is_empty(), "theme/README.md says how to add these: {missing:#?}");
}

#[test]
fn the_face_is_small_and_has_its_license() {
    let files = fs::read_dir(site().join("fonts")).unwrap();
    let files: Vec<_> = files.map(|entry| entry.unwrap().path()).collect();
    let ends = |end: &'static str| {
        files.iter().filter(move |file| file.extension().is_some_and(|found| found == end))
    };
    let size: u64 = ends("woff2").map(|file| fs::metadata(file).unwrap().len()).sum();
    assert_eq!(ends("woff2").count(), 3);
    assert!(size <= LARGEST, "{size} bytes");
    assert_eq!(ends("txt").count(), 1);
}

#[test]
fn only_text_in_the_face_is_read() {
    let page = "<p>a<span class=\"katex\">b<span>c</span>d</span>e<code>f</code>\
                <span>g</span></p><script>h<i</script>i";
    assert_eq!(prose(page), "aegi");
}
