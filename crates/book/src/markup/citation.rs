//! Citations in plain text: `[@nadaraya1964; @watson1964, Section 2]`, and `@nadaraya1964` in a
//! sentence.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::scan::constant_regex;

static GROUP: LazyLock<Regex> = LazyLock::new(|| constant_regex(r"\[(@[^\[\]]+)\]"));
static ITEM: LazyLock<Regex> =
    LazyLock::new(|| constant_regex(r"^@([A-Za-z][A-Za-z0-9-]*)(.*)$"));
static NARRATIVE: LazyLock<Regex> =
    LazyLock::new(|| constant_regex(r"(?:^|[^\w@\[])@([A-Za-z][A-Za-z0-9-]*)"));

/// One citation; its range is in bytes of the expanded text.
#[derive(Debug)]
pub(crate) struct Citation {
    /// Key and what follows it, as in `[@silverman1986, Section 3.4]`.
    pub(crate) items: Vec<(String, String)>,
    /// `@nadaraya1964` in a sentence, and not in brackets.
    pub(crate) narrative: bool,
    pub(crate) range: Range<usize>,
}

/// The citations in the part `plain` of `text`, and what looks like one and is none, with its place.
///
/// If the first character is `escaped`, it is a sign like any other.
pub(crate) fn citations(
    text: &str,
    plain: Range<usize>,
    escaped: bool,
) -> (Vec<Citation>, Vec<(usize, String)>) {
    let start = plain.start;
    let text = &text[plain];
    let (mut citations, mut problems) = (Vec::new(), Vec::new());
    let mut groups: Vec<Range<usize>> = Vec::new();
    for (at, _) in text.match_indices("[@") {
        let group = GROUP.captures_at(text, at);
        let group = group.filter(|found| found.get_match().start() == at);
        let items = group.as_ref().and_then(|found| items(&found[1]));
        match (group, items) {
            (Some(found), Some(items)) => {
                let range = found.get_match().range();
                groups.push(range.clone());
                citations.push(Citation {
                    items,
                    narrative: false,
                    range: start + range.start..start + range.end,
                });
            }
            _ => problems.push((
                start + at,
                "a citation is written on one line, without emphasis: [@key, Section 2; @other]"
                    .to_owned(),
            )),
        }
    }
    for key in NARRATIVE
        .captures_iter(text)
        .filter_map(|found| found.get(1))
    {
        let sign = key.start() - 1;
        let inside = groups.iter().any(|group| group.contains(&sign));
        let plain_sign = escaped && sign == 0;
        if !(inside || plain_sign) {
            citations.push(Citation {
                items: vec![(key.as_str().to_owned(), String::new())],
                narrative: true,
                range: start + sign..start + key.end(),
            });
        }
    }
    citations.sort_by_key(|citation| citation.range.start);
    (citations, problems)
}

/// The keys of a group, each with what follows it.
fn items(group: &str) -> Option<Vec<(String, String)>> {
    group
        .split(';')
        .map(|item| {
            let item = ITEM.captures(item.trim())?;
            Some((item[1].to_owned(), item[2].to_owned()))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<(String, bool)> {
        let (citations, problems) = citations(text, 0..text.len(), false);
        assert!(problems.is_empty(), "{problems:?}");
        let shown =
            |citation: Citation| (text[citation.range].to_owned(), citation.narrative);
        citations.into_iter().map(shown).collect()
    }

    #[test]
    fn groups_and_names_are_found_in_the_order_of_the_text() {
        let text = "As @a1 says [@b2; @c3, Section 2], and @d4.";
        let expected = [
            ("@a1", true),
            ("[@b2; @c3, Section 2]", false),
            ("@d4", true),
        ];
        assert_eq!(
            found(text),
            expected.map(|(text, narrative)| (text.to_owned(), narrative))
        );
    }

    #[test]
    fn addresses_and_escaped_signs_are_text() {
        assert_eq!(found("me@example.org, a@@b, @1"), []);
        let (citations, _) = citations("@key", 0..4, true);
        assert!(citations.is_empty());
    }

    #[test]
    fn a_broken_group_is_named_with_its_place() {
        for text in ["see [@a,", "see [@a; b]", "see [@]"] {
            let (_, problems) = citations(text, 0..text.len(), false);
            assert_eq!(problems.len(), 1, "{text}");
            assert_eq!(problems[0].0, 4);
        }
    }
}
