use std::collections::BTreeMap;

use proptest::prelude::*;

use super::{
    BytePairs, BytePairsProblem, Subwords, Utf8Stream, pieces,
};
use crate::data::{BOS, EOS, PAD};

/// Letters, spaces, digits, and several scripts, so that pairs repeat.
fn text() -> impl Strategy<Value = String> {
    let some =
        "(ab|a|b |the| the|12|7|é|東京|\u{301}|\n|  |🙂|[a-e.]){0,40}";
    prop_oneof![some, ".*"]
}

/// Both occurrences count, although only one of them can be replaced.
#[test]
fn overlapping_pairs_count() {
    let tokenizer = BytePairs::train("aaa", 9);
    let a = usize::from(b'a');
    assert_eq!(tokenizer.merges(), [[a, a]]);
    assert_eq!(tokenizer.encode("aaa"), [256, a]);
}

proptest! {
    #[test]
    fn decoding_inverts_encoding(learned in text(), other in text()) {
        let tokenizer = BytePairs::train(&learned, 30);
        for text in [&learned, &other] {
            let tokens = tokenizer.encode(text);
            prop_assert_eq!(tokenizer.decode(&tokens), text.as_bytes());
            prop_assert_eq!(&pieces(text).collect::<String>(), text);
        }
    }

    /// A text cannot contain a reserved token, so it cannot end itself.
    #[test]
    fn subwords_add_an_end(learned in text(), other in text()) {
        let subwords = Subwords(BytePairs::train(&learned, 30));
        let mut tokens = subwords.encode(&other);
        prop_assert_eq!(subwords.decode(&tokens), other.as_bytes());
        prop_assert_eq!(tokens.pop(), Some(EOS));
        let known = |token: &usize| (4..subwords.vocab()).contains(token);
        prop_assert!(tokens.iter().all(known));
        tokens.splice(0..0, [BOS, PAD]);
        tokens.extend([EOS, 4 + usize::from(b'x')]);
        prop_assert_eq!(subwords.decode(&tokens), other.as_bytes());
    }

    #[test]
    fn merges_shorten_their_text_and_lengthen_no_other(
        learned in text(),
        other in text(),
    ) {
        let tokenizer = BytePairs::train(&learned, 30);
        let length = tokenizer.encode(&learned).len();
        let merges = tokenizer.merges().len();
        prop_assert!(length + merges <= learned.len());
        prop_assert!(tokenizer.encode(&other).len() <= other.len());
    }

    /// The plain form counts all pairs of the encoded text again.
    #[test]
    fn each_merge_joins_the_most_frequent_pair(learned in text()) {
        let mut plain = BytePairs::bytes();
        for _ in 0..10 {
            let mut counts = BTreeMap::new();
            for piece in pieces(&learned) {
                for two in plain.encode(piece).windows(2) {
                    *counts.entry([two[0], two[1]]).or_insert(0) += 1;
                }
            }
            // Of equal counts, `max_by_key` returns the last one.
            let most = counts.iter().rev().max_by_key(|(_, count)| **count);
            match most {
                Some((&pair, 2..)) => plain.add(pair),
                _ => break,
            };
        }
        prop_assert_eq!(BytePairs::train(&learned, 10), plain);
    }

    #[test]
    fn a_file_restores_every_merge(learned in text()) {
        let tokenizer = BytePairs::train(&learned, 30);
        prop_assert_eq!(tokenizer.to_string().parse(), Ok(tokenizer));
    }

    /// Wherever the bytes are cut, the text is the same.
    #[test]
    fn a_stream_is_the_text(bytes in any::<Vec<u8>>(), text in text(), cut in 1..5_usize) {
        for bytes in [bytes, text.into_bytes()] {
            let mut stream = Utf8Stream::default();
            let parts = bytes.chunks(cut).map(|part| stream.push(part));
            let read = parts.collect::<String>() + &stream.finish();
            prop_assert_eq!(read, String::from_utf8_lossy(&bytes));
        }
    }
}

#[test]
fn pieces_hold_one_word_and_are_never_long() {
    let cut = |text| pieces(text).collect::<Vec<_>>();
    assert_eq!(
        cut("It's 1818, \tsaid  he."),
        [
            "It", "'", "s", " 1818", ",", " ", "\t", "said", " ",
            " he", "."
        ]
    );
    assert_eq!(cut(" "), [" "]);
    assert!(cut("").is_empty());
    let chinese = "注意力機制".repeat(20);
    assert!(pieces(&chinese).all(|piece| piece.chars().count() <= 16));
    let tokenizer = BytePairs::train(&chinese, 1_000);
    let longest = (0..tokenizer.vocab())
        .map(|token| tokenizer.token(token).len());
    assert_eq!(longest.max(), Some(48));
}

#[test]
fn invalid_merges_are_named() {
    use BytePairsProblem::{NotTwo, TooLong, Twice, Unknown, Version};
    let with = |lines: &str| format!("byte pairs, version 1\n{lines}");
    // Each line doubles the bytes of the token before it.
    let double = |token: usize| format!("{token} {token}\n");
    let doubled: String =
        [97].into_iter().chain(256..262).map(double).collect();
    for (text, line, problem) in [
        (String::new(), 1, Version(String::new())),
        ("97 98".into(), 1, Version("97 98".into())),
        (with("97 98\n97"), 3, NotTwo("97".into())),
        (with("97 98 99"), 2, NotTwo("97 98 99".into())),
        (with("97 98\n-1 98"), 3, NotTwo("-1 98".into())),
        (with("97 98\n97 257"), 3, Unknown { token: 257, new: 257 }),
        (with("97 98\n97 98"), 3, Twice([97, 98])),
        (with(&doubled), 8, TooLong(128)),
    ] {
        let error = text.parse::<BytePairs>().unwrap_err();
        assert_eq!((error.line, error.problem), (line, problem));
    }
}

#[test]
#[should_panic(expected = "BytePairs: token 256 of 256")]
fn a_token_outside_the_vocabulary_is_refused() {
    BytePairs::bytes().decode(&[256]);
}
