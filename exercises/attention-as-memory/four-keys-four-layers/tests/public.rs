use four_keys_four_layers::{layers_to_connect, sparse_pattern};

#[test]
fn windows_need_many_layers() {
    let window =
        |query: usize| (query.saturating_sub(4)..(query + 5).min(101)).collect();
    let pattern: Vec<Vec<usize>> = (0..101).map(window).collect();
    let got: Option<usize> = layers_to_connect(&pattern);
    assert_eq!(got, Some(25), "101 tokens, windows of 4 to each side");
}

#[test]
fn four_keys_at_most() {
    let pattern: Vec<Vec<usize>> = sparse_pattern(256);
    assert_eq!(pattern.len(), 256, "one list of keys for each query");
    let most = pattern.iter().map(Vec::len).max();
    assert!(most <= Some(4), "at most 4 keys, not {most:?}");
}
