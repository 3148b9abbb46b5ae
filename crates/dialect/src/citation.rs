//! Citations in plain text: `[@nadaraya1964; @watson1964, Section 2]`, or `@nadaraya1964` in a
//! sentence.

use std::ops::Range;

/// A citation. Its range is in bytes of the expanded text.
#[derive(Debug)]
pub struct Citation {
    /// The keys, each with the text after it, as in `[@silverman1986, Section 3.4]`.
    pub items: Vec<(String, String)>,
    /// Whether the citation is part of a sentence, without brackets.
    pub narrative: bool,
    /// The citation with its brackets.
    pub range: Range<usize>,
}

/// Returns the citations in the part `plain` of `text`, and the offsets of malformed ones.
///
/// If `escaped`, the first character does not start a citation.
pub(crate) fn citations(
    text: &str,
    plain: Range<usize>,
    escaped: bool,
) -> (Vec<Citation>, Vec<usize>) {
    let (mut citations, mut broken) = (Vec::new(), Vec::new());
    let mut at = plain.start + usize::from(escaped);
    while let Some(sign) = text[at..plain.end].find('@').map(|found| at + found) {
        let (before, after) = (&text[plain.start..sign], &text[sign..plain.end]);
        let narrative = !before.ends_with('[');
        let in_a_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '@');
        let found = if narrative {
            let key = key(after).filter(|_| !before.ends_with(in_a_word));
            key.map(|key| (key.len() + 1, vec![(key.to_owned(), String::new())]))
        } else {
            group(after)
        };
        at = sign + 1;
        match found {
            Some((length, items)) => {
                let bracket = usize::from(!narrative);
                let range = sign - bracket..sign + length + bracket;
                at = range.end;
                citations.push(Citation { items, narrative, range });
            }
            None if narrative => {}
            None => broken.push(sign - 1),
        }
    }
    (citations, broken)
}

/// Returns the length up to the closing bracket and the keys, each with the text after it.
fn group(text: &str) -> Option<(usize, Vec<(String, String)>)> {
    let (inside, _) = text.split_once(']')?;
    let items = inside.split(';').map(|item| {
        let key = key(item.trim())?;
        Some((key.to_owned(), item.trim()[1 + key.len()..].to_owned()))
    });
    let items = items.collect::<Option<_>>()?;
    (!inside.contains(['[', '\n'])).then_some((inside.len(), items))
}

/// Returns the key after `@`: a letter, then letters, digits, and `-`.
fn key(text: &str) -> Option<&str> {
    let rest = text.strip_prefix('@')?;
    let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '-'));
    let key = &rest[..end.unwrap_or(rest.len())];
    key.starts_with(|c: char| c.is_ascii_alphabetic()).then_some(key)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<(String, bool)> {
        let (citations, problems) = citations(text, 0..text.len(), false);
        assert!(problems.is_empty(), "{problems:?}");
        let shown = |citation: Citation| (text[citation.range].to_owned(), citation.narrative);
        citations.into_iter().map(shown).collect()
    }

    #[test]
    fn groups_and_names_are_found_in_the_order_of_the_text() {
        let text = "As @a1 says [@b2; @c3, Section 2], and @d4.";
        let expected = [("@a1", true), ("[@b2; @c3, Section 2]", false), ("@d4", true)];
        assert_eq!(found(text), expected.map(|(text, narrative)| (text.to_owned(), narrative)));
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
            assert_eq!(problems[0], 4);
        }
    }
}
