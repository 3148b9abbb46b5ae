//! Texts as sequences of words and signs, so that a copy is found when it was formatted anew.

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
    let mut tokens = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let mut rest =
            line.trim_start_matches([' ', '\t', '/', '!', '>', '*', '#', '|']);
        while let Some(c) = rest.chars().next() {
            let word = rest.find(|c: char| !is_word(c)).unwrap_or(rest.len());
            let length = if word > 0 { word } else { c.len_utf8() };
            if word > 0 || !(c.is_whitespace() || ",\"'`|".contains(c)) {
                tokens.push(Token {
                    text: &rest[..length],
                    line: index + 1,
                });
            }
            rest = &rest[length..];
        }
    }
    tokens
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
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
    let mut kept = String::new();
    let mut rest = code;
    while let Some(c) = rest.chars().next() {
        let skipped = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else {
            0
        };
        let taken = match c {
            _ if skipped > 0 => skipped,
            '"' => string(rest),
            '\'' if rest.starts_with("'\"'") => 3,
            c => c.len_utf8(),
        };
        match skipped {
            0 => kept.push_str(&rest[..taken]),
            _ => kept.extend(rest[..taken].chars().filter(|c| *c == '\n')),
        }
        rest = &rest[taken..];
    }
    kept
}

/// How long the string at the start of `code` is.
fn string(code: &str) -> usize {
    let mut escaped = false;
    for (at, c) in code.char_indices().skip(1) {
        if c == '"' && !escaped {
            return at + 1;
        }
        escaped = c == '\\' && !escaped;
    }
    code.len()
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
