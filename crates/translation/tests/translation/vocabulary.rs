//! Tokens and their numbers.

use translation::data::{BOS, EOS, PAD, UNK, Vocabulary, tokenize};

const RESERVED: [&str; 4] = ["<pad>", "<unk>", "<bos>", "<eos>"];

fn vocabulary(texts: &[&str], min_frequency: usize) -> Vocabulary {
    let sentences: Vec<_> = texts.iter().map(|text| tokenize(text)).collect();
    Vocabulary::new(sentences.iter().map(Vec::as_slice), min_frequency)
}

fn owned(tokens: &[&str]) -> Vec<String> {
    tokens.iter().map(|token| (*token).into()).collect()
}

#[test]
fn frequent_tokens_first_then_the_order_of_the_alphabet() {
    let texts = ["b a c", "c b", "c d"];
    assert_eq!(vocabulary(&texts, 1).tokens()[4..], ["c", "b", "a", "d"]);
    assert_eq!(vocabulary(&texts, 2).tokens()[4..], ["c", "b"]);
    assert_eq!(vocabulary(&texts, 4).tokens(), RESERVED);
}

#[test]
fn numbers_and_tokens_belong_together() {
    let vocabulary = vocabulary(&["the cat sees the dog."], 1);
    for (id, token) in vocabulary.tokens().iter().enumerate() {
        assert_eq!(vocabulary.id(token), id);
        assert_eq!(vocabulary.token(id), Some(token.as_str()));
    }
    assert_eq!(vocabulary.token(vocabulary.len()), None);
    assert_eq!([PAD, UNK, BOS, EOS], [0, 1, 2, 3]);
}

#[test]
fn decoding_inverts_encoding() {
    let vocabulary = vocabulary(&["the cat sees the dog."], 1);
    let tokens = tokenize("the dog sees the cat.");
    assert_eq!(vocabulary.decode(&vocabulary.encode(&tokens)), tokens);
    assert_eq!(vocabulary.encode(&owned(&["cow"])), [UNK]);
}

#[test]
fn decoding_stops_at_the_end_and_skips_reserved_tokens() {
    let vocabulary = vocabulary(&["a b"], 1);
    let [a, b] = ["a", "b"].map(|token| vocabulary.id(token));
    assert_eq!(vocabulary.decode(&[BOS, a, PAD, b, EOS, a]), ["a", "b"]);
    assert_eq!(vocabulary.decode(&[UNK, 99]), ["<unk>", "<unk>"]);
    assert!(vocabulary.decode(&[EOS, a]).is_empty());
}

#[test]
fn a_text_cannot_write_reserved_tokens() {
    let vocabulary = vocabulary(&["a <eos> <pad> <eos>"], 1);
    assert_eq!(vocabulary.tokens()[4..], ["a"]);
    assert_eq!(vocabulary.encode(&owned(&RESERVED)), [UNK; 4]);
}

#[test]
fn invalid_lists_of_tokens_are_errors() {
    for (tokens, message) in [
        (&[][..], r#"token 0 must be "<pad>", but there are only 0 tokens"#),
        (&["<pad>", "<unk>", "<bos>"], r#"token 3 must be "<eos>", but there are only 3 tokens"#),
        (&["<pad>", "<bos>", "<unk>", "<eos>"], r#"token 1 must be "<unk>", but is "<bos>""#),
        (
            &["<pad>", "<unk>", "<bos>", "<eos>", "a", "b", "a"],
            r#"token "a" occurs twice, as 4 and 6"#,
        ),
        (
            &["<pad>", "<unk>", "<bos>", "<eos>", "<bos>"],
            r#"token "<bos>" occurs twice, as 2 and 4"#,
        ),
    ] {
        let error = Vocabulary::from_tokens(owned(tokens)).unwrap_err();
        assert_eq!(error.to_string(), message);
    }
}
