use cache_of_a_card::{Card, cache_bytes};

/// Returns the card of the prompt if no layer had a window.
pub fn without_windows() -> Card {
    Card {
        layers: 40,
        window_layers: 0,
        window: 1,
        query_heads: 32,
        key_heads: 8,
        dim: 96,
        bytes: 2,
    }
}

#[test]
fn grouped_keys() {
    let card = without_windows();
    // 2 * 8 * 96 entries of 2 bytes in 40 layers
    assert_eq!(cache_bytes(&card, 1), 122_880, "bytes of the first token");
    assert_eq!(cache_bytes(&card, 1000), 122_880_000, "bytes of 1,000 tokens");
}

#[test]
fn windows_stop_growing() {
    let card = Card {
        layers: 2,
        window_layers: 2,
        window: 5,
        query_heads: 4,
        key_heads: 4,
        dim: 8,
        bytes: 4,
    };
    let got = [5, 6, 5000].map(|tokens| -> u64 { cache_bytes(&card, tokens) });
    assert_eq!(got, [2560; 3], "two layers that keep 5 tokens each");
}
