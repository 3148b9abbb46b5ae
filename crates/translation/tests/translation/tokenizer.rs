//! Texts and their tokens.

use proptest::prelude::*;
use translation::data::{detokenize, tokenize};

#[test]
fn words_marks_and_apostrophes() {
    for (text, tokens) in [
        ("", &[][..]),
        (" \n\t ", &[]),
        ("Go.", &["go", "."]),
        ("go .", &["go", "."]),
        ("Don't go!", &["don'", "t", "go", "!"]),
        ("L’homme dort.", &["l'", "homme", "dort", "."]),
        ("Qu'est-ce que c'est ?", &["qu'", "est-ce", "que", "c'", "est", "?"]),
        ("Wait... what?!", &["wait", ".", ".", ".", "what", "?", "!"]),
        ("a,b;c:d", &["a", ",", "b", ";", "c", ":", "d"]),
        ("the dogs' house", &["the", "dogs'", "house"]),
        ("'tis ''", &["'", "tis", "'", "'"]),
        ("Va\u{202f}! Où\u{a0}? Là\u{2009}:", &["va", "!", "où", "?", "là", ":"]),
        ("E\u{301}TE\u{301} ÉTÉ", &["été", "été"]),
        ("我喜欢你。", &["我", "喜", "欢", "你", "。"]),
        ("我有3本Rust书！", &["我", "有", "3", "本", "rust", "书", "！"]),
        ("ネコが\u{3000}寝る", &["ネ", "コ", "が", "寝", "る"]),
        ("고양이가 잔다.", &["고양이가", "잔다", "."]),
        ("a\u{200b}b", &["a", "b"]),
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
        (&["我", "有", "3", "本", "rust", "书", "！"], "我有3本rust书！"),
        (&["고양이가", "잔다", "."], "고양이가 잔다."),
    ] {
        assert_eq!(detokenize(tokens), text);
        assert_eq!(tokenize(text), tokens);
    }
}

proptest! {
    #[test]
    fn joined_tokens_are_found_again(text in "[a-zA-ZÉéŒœ0-9'’.,!?;: \u{301}\u{a0}我书。ネ-]{0,40}") {
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
