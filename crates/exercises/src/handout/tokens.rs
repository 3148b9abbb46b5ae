//! Texts as sequences of words and signs, so that a copy is found when it was formatted anew.

use std::sync::LazyLock;

use regex::{Captures, Regex};

use crate::reader::pattern;

/// How many tokens in a row make a copy.
pub(super) const LENGTH: usize = 8;

/// A word or a sign, and the line where it stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Token<'a> {
    pub(super) text: &'a str,
    pub(super) line: usize,
}

/// Words (letters, digits and `_`) and single signs. What formatting adds and removes is left out:
/// blanks, commas, quotes, and the marks of comments and quotes at the start of a line.
pub(super) fn tokens(text: &str) -> Vec<Token<'_>> {
    static TOKEN: LazyLock<Regex> = LazyLock::new(|| pattern(r#"\w+|[^\s,"'`|]"#));
    let mut tokens = Vec::new();
    for (line, text) in (1..).zip(text.lines()) {
        let text = text.trim_start_matches([' ', '\t', '/', '!', '>', '*', '#', '|']);
        let found = TOKEN.find_iter(text).map(|found| found.as_str());
        tokens.extend(found.map(|text| Token { text, line }));
    }
    tokens
}

/// Every [`LENGTH`] tokens in a row, with the line of the first.
pub(super) fn shingles(tokens: &[Token<'_>]) -> impl Iterator<Item = (String, usize)> {
    let windows = tokens.windows(LENGTH);
    windows.map(|window| (joined(window), window[0].line))
}

/// The tokens with blanks between them. A word at the start of a sentence is the same word.
pub(super) fn joined(tokens: &[Token<'_>]) -> String {
    let words: Vec<_> = tokens.iter().map(|token| token.text).collect();
    words.join(" ").to_lowercase()
}

/// Rust without its comments. Lines stay lines.
pub(super) fn without_comments(code: &str) -> String {
    static COMMENT_OR_STRING: LazyLock<Regex> = LazyLock::new(|| {
        pattern(r#"(?s)(//[^\n]*|/\*.*?(?:\*/|$))|"(?:\\.|[^"\\])*"?|'"'"#)
    });
    let kept = |found: &Captures<'_>| match found.get(1) {
        Some(comment) => "\n".repeat(comment.as_str().matches('\n').count()),
        None => found[0].to_owned(),
    };
    COMMENT_OR_STRING.replace_all(code, kept).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<&str> {
        tokens(text).iter().map(|token| token.text).collect()
    }

    #[test]
    fn formatting_changes_no_token() {
        let one = "let weights = softmax(&scores, \"keys\");";
        let other =
            "    // let weights =\n    //     softmax(\n/// &scores,\n`keys`,\n//! );";
        assert_eq!(words(one), words(other));
        assert_eq!(words("a_1.5 | b"), ["a_1", ".", "5", "b"]);
    }

    #[test]
    fn shingles_know_their_lines() {
        let tokens = tokens("a b\nc d e f g h i");
        let found: Vec<_> = shingles(&tokens).collect();
        assert_eq!(
            found,
            [("a b c d e f g h".into(), 1), ("b c d e f g h i".into(), 1)]
        );
    }

    #[test]
    fn comments_are_told_from_strings() {
        let code = "let a = \"http://b\\\"//\"; // one\nlet q = '\"'; /* two\nthree */ let d = 4 / 2;\n";
        let kept = "let a = \"http://b\\\"//\"; \nlet q = '\"'; \n let d = 4 / 2;\n";
        assert_eq!(without_comments(code), kept);
    }
}
