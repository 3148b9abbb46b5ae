//! Texts as sequences of words and signs, so that reformatted copies are found.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::LazyLock;

use regex::{Captures, Regex};

/// The number of tokens in a row that make a copy.
pub(super) const LENGTH: usize = 8;

/// A word or a sign, with its line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Token<'a> {
    pub(super) text: &'a str,
    pub(super) line: usize,
}

/// Splits a text into words (letters, digits, and `_`) and single signs, without the parts that formatting
/// changes: blanks, commas, quotes, and the marks of comments and quotes at the start of a line.
pub(super) fn tokens(text: &str) -> Vec<Token<'_>> {
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    let is_left_out = |sign: char| sign.is_whitespace() || ",\"'`|".contains(sign);
    let mut tokens = Vec::new();
    for (line, text) in (1..).zip(text.lines()) {
        let mut rest =
            text.trim_start_matches([' ', '\t', '/', '!', '>', '*', '#', '|']);
        while let Some(first) = rest.chars().next() {
            let length = match is_word(first) {
                true => rest.find(|letter| !is_word(letter)).unwrap_or(rest.len()),
                false => first.len_utf8(),
            };
            let (text, after) = rest.split_at(length);
            if !is_left_out(first) {
                tokens.push(Token { text, line });
            }
            rest = after;
        }
    }
    tokens
}

/// Returns a hash of every [`LENGTH`] consecutive tokens, regardless of case.
pub(super) fn shingles(tokens: &[Token<'_>]) -> Vec<u64> {
    let words = tokens
        .iter()
        .map(|token| number(&token.text.to_lowercase()));
    let words: Vec<_> = words.collect();
    words.windows(LENGTH).map(number).collect()
}

fn number<T: Hash + ?Sized>(one: &T) -> u64 {
    let mut hasher = DefaultHasher::new();
    one.hash(&mut hasher);
    hasher.finish()
}

/// Joins the tokens with spaces, in lowercase.
pub(super) fn joined(tokens: &[Token<'_>]) -> String {
    let words: Vec<_> = tokens.iter().map(|token| token.text).collect();
    words.join(" ").to_lowercase()
}

/// Removes comments from Rust, but no line breaks.
pub(super) fn without_comments(code: &str) -> String {
    static COMMENT_OR_STRING: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r#"(?s)(//[^\n]*|/\*.*?(?:\*/|$))|"(?:\\.|[^"\\])*"?|'"'"#)
            .expect("valid")
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
    fn rows_are_the_same_in_any_format() {
        let of = |text| shingles(&tokens(text));
        let rows = of("a b\nc d e f g h i");
        assert_eq!(rows.len(), 2);
        assert_eq!(rows, of("A, b c\n// d e f g\n// H i"));
        assert_ne!(rows[0], of("b a c d e f g h")[0]);
        assert_ne!(rows[0], of("ab c d e f g h i")[0]);
    }

    #[test]
    fn comments_are_told_from_strings() {
        let code = "let a = \"http://b\\\"//\"; // one\nlet q = '\"'; /* two\nthree */ let d = 4 / 2;\n";
        let kept = "let a = \"http://b\\\"//\"; \nlet q = '\"'; \n let d = 4 / 2;\n";
        assert_eq!(without_comments(code), kept);
    }
}
