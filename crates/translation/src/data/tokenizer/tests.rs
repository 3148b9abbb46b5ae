use proptest::prelude::*;

use super::*;

#[test]
fn words_marks_and_apostrophes() {
    for (text, tokens) in [
        ("", &[][..]),
        (" \n\t ", &[]),
        ("Go.", &["go", "."]),
        ("go .", &["go", "."]),
        ("Don't go!", &["don'", "t", "go", "!"]),
        ("L’homme dort.", &["l'", "homme", "dort", "."]),
        (
            "Qu'est-ce que c'est ?",
            &["qu'", "est-ce", "que", "c'", "est", "?"],
        ),
        ("Wait... what?!", &["wait", ".", ".", ".", "what", "?", "!"]),
        ("a,b;c:d", &["a", ",", "b", ";", "c", ":", "d"]),
        ("the dogs' house", &["the", "dogs'", "house"]),
        ("'tis ''", &["'", "tis", "'", "'"]),
        (
            "Va\u{202f}! Où\u{a0}? Là\u{2009}:",
            &["va", "!", "où", "?", "là", ":"],
        ),
        ("E\u{301}TE\u{301} ÉTÉ", &["été", "été"]),
    ] {
        assert_eq!(tokenize(text), tokens, "{text:?}");
    }
}

#[test]
fn joined_as_people_write() {
    for (tokens, text) in [
        (&[][..], ""),
        (&["go", "."], "go."),
        (&["l'", "homme", ",", "mais"], "l'homme, mais"),
        (&["où", "?"], "où ?"),
        (&[",", "a"], ", a"),
        (&["dogs'", "."], "dogs'."),
    ] {
        assert_eq!(detokenize(tokens), text);
        assert_eq!(tokenize(text), tokens);
    }
}

proptest! {
    #[test]
    fn joined_tokens_are_found_again(text in "[a-zA-ZÉéŒœ0-9'’.,!?;: \u{301}\u{a0}-]{0,40}") {
        let tokens = tokenize(&text);
        prop_assert_eq!(tokenize(&detokenize(&tokens)), tokens);
    }

    #[test]
    fn any_text_gives_tokens_without_spaces(text in ".{0,40}") {
        for token in tokenize(&text) {
            prop_assert!(!token.is_empty() && !token.contains(char::is_whitespace));
        }
    }
}
