use attention::attention_as_memory::reach;
use four_keys_four_layers::{layers_to_connect, sparse_pattern};
use ndarray::Array2;

/// Counts the layers until every query has received every token, along the pattern.
fn layers(pattern: &[Vec<usize>]) -> Option<usize> {
    let pairs =
        Array2::from_shape_fn((pattern.len(), pattern.len()), |(query, key)| {
            pattern[query].contains(&key)
        });
    reach::layers(&pairs)
}

#[test]
fn layers_are_counted() {
    let ring = |tokens: usize| (0..tokens).map(|i| vec![(i + 1) % tokens]).collect();
    let mut hub: Vec<Vec<usize>> = vec![vec![0]; 50];
    hub[0] = (0..50).collect();
    let causal: Vec<Vec<usize>> = (0..9).map(|i| (0..=i).collect()).collect();
    let patterns: [Vec<Vec<usize>>; 7] = [
        ring(1),
        ring(2),
        ring(17),
        hub,
        causal,
        vec![vec![1], vec![0], vec![3], vec![2]],
        vec![vec![], vec![]],
    ];
    for pattern in patterns {
        let got: Option<usize> = layers_to_connect(&pattern);
        assert_eq!(got, layers(&pattern), "layers of {pattern:?}");
    }
    assert_eq!(layers_to_connect(&[vec![]]), Some(0), "a single token");
}

fn check(tokens: usize, most: usize) {
    let pattern: Vec<Vec<usize>> = sparse_pattern(tokens);
    assert_eq!(pattern.len(), tokens, "one list for each of {tokens} queries");
    for (query, keys) in pattern.iter().enumerate() {
        let fits = keys.len() <= 4 && keys.iter().all(|&key| key < tokens);
        assert!(fits, "query {query}: at most 4 keys below {tokens}, not {keys:?}");
    }
    let got = layers(&pattern);
    let connected = got.is_some_and(|layers| layers <= most);
    assert!(connected, "{tokens} tokens: connected after {most} layers, not {got:?}");
}

#[test]
fn connected_after_four() {
    check(256, 4);
}

#[test]
fn other_lengths() {
    for (tokens, most) in [(4, 1), (16, 2), (60, 3), (64, 3), (100, 4), (200, 4)] {
        check(tokens, most);
    }
}
