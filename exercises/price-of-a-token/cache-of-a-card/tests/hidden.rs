use super::public::without_windows;
use cache_of_a_card::{Card, cache_bytes, tokens_that_fit};

/// Returns the card of the prompt.
fn card() -> Card {
    Card { window_layers: 30, window: 1024, ..without_windows() }
}

#[test]
fn a_short_text_does_not_fill_a_window() {
    let got: u64 = cache_bytes(&card(), 300);
    assert_eq!(got, 300 * 122_880, "300 tokens in a window of 1,024");
}

#[test]
fn from_layers_to_bytes() {
    // 3,072 bytes per token and layer: 10 layers keep 16,384 tokens, 30 keep 1,024.
    let got: u64 = cache_bytes(&card(), 16_384);
    assert_eq!(got, 597_688_320, "16,384 tokens with the card of the prompt");
    let eight_bits = Card { query_heads: 8, bytes: 1, ..card() };
    assert_eq!(cache_bytes(&eight_bits, 16_384), 298_844_160, "one byte per number");
}

#[test]
fn how_long_a_text_fits() {
    for card in [
        card(),
        Card { window_layers: 0, ..card() },
        Card { layers: 31, window: 7, ..card() },
    ] {
        for tokens in [0, 1, 6, 7, 8, 1023, 1024, 1025, 40_000] {
            let least = cache_bytes(&card, tokens);
            let next = cache_bytes(&card, tokens + 1);
            for memory in [least, (least + next) / 2, next - 1] {
                let got: Option<u64> = tokens_that_fit(&card, memory);
                assert_eq!(got, Some(tokens), "{memory} bytes with {card:?}");
            }
        }
    }
    let windows = Card { window_layers: 40, ..card() };
    let full = 1024 * 122_880;
    let got: [Option<u64>; 2] = [full, full - 1].map(|m| tokens_that_fit(&windows, m));
    assert_eq!(got, [None, Some(1023)], "40 layers with windows of 1,024");
}
