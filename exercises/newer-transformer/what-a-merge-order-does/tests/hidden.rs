use super::public::{A, B};
use what_a_merge_order_does::{dead_tokens, encode};

#[test]
fn pairs_that_overlap() {
    let merges = [(A, A), (256, 256)];
    for (text, want) in [
        ("aaa", vec![256, A]),
        ("aaaa", vec![257]),
        ("baaab", vec![B, 256, A, B]),
        ("aaaaaa", vec![257, 256]),
    ] {
        assert_eq!(encode(text.as_bytes(), &merges), want, "{text} with a+a, aa+aa");
    }
}

#[test]
fn bytes_not_characters() {
    let got: Vec<usize> = encode("é".as_bytes(), &[]);
    assert_eq!(got, [195, 169], "the bytes of é");
    let got: Vec<usize> = encode("éa".as_bytes(), &[(169, A), (195, 256)]);
    assert_eq!(got, [257], "éa with 169+a and 195+(169 a)");
    assert_eq!(encode(&[255, 195], &[(255, 195)]), [256], "bytes that are no text");
}

#[test]
fn dead_tokens_of_an_order() {
    let l = usize::from(b'l');
    let o = usize::from(b'o');
    let w = usize::from(b'w');
    // ow first: lo is alive, lo+w is dead, l+ow is alive.
    let merges = [(o, w), (l, o), (257, w), (l, 256), (258, B)];
    assert_eq!(dead_tokens(&merges), [258, 260], "o+w, l+o, lo+w, l+ow, low+b");
    // Two merges that make the same text: the second one never happens.
    let merges = [(A, A), (256, A), (A, 256)];
    assert_eq!(dead_tokens(&merges), [258], "a+a, aa+a, a+aa");
    assert!(dead_tokens(&[]).is_empty(), "no merge, no dead token");
}
