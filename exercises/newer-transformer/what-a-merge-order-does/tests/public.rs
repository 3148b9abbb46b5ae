use what_a_merge_order_does::{bytes_of, dead_tokens, encode};

pub const A: usize = b'a' as usize;
pub const B: usize = b'b' as usize;
const C: usize = b'c' as usize;

#[test]
fn two_orders_of_three_merges() {
    let merges = [(A, B), (256, C), (B, C)];
    let got: Vec<usize> = encode(b"abcbc", &merges);
    assert_eq!(got, [257, 258], "abcbc with a+b, ab+c, b+c");
    let dead: Vec<usize> = dead_tokens(&merges);
    assert!(dead.is_empty(), "a+b, ab+c, b+c: no token is dead, not {dead:?}");

    let merges = [(B, C), (A, B), (257, C)];
    let got: Vec<usize> = encode(b"abcbc", &merges);
    assert_eq!(got, [A, 256, 256], "abcbc with b+c, a+b, ab+c");
    let dead: Vec<usize> = dead_tokens(&merges);
    assert_eq!(dead, [258], "b+c, a+b, ab+c: token abc is dead");
}

#[test]
fn no_byte_is_lost() {
    let merges = [(A, B), (256, 256), (C, 257), (B, A), (258, 258)];
    for text in ["", "c", "abab", "cababcabab", "bababab", "aabbccabcabc"] {
        let tokens: Vec<usize> = encode(text.as_bytes(), &merges);
        let bytes: Vec<u8> =
            tokens.iter().flat_map(|&token| bytes_of(token, &merges)).collect();
        assert_eq!(String::from_utf8_lossy(&bytes), text, "{tokens:?} is another text");
    }
}
