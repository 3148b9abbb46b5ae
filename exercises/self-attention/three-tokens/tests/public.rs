use attention::Real;
use three_tokens::{outputs, weights};

#[test]
fn each_row_of_weights_sums_to_one() {
    for (i, row) in weights().into_iter().enumerate() {
        let sum: Real = row.iter().sum();
        assert!((sum - 1.0).abs() < 0.0025, "token {}: {row:?} sums to {sum}", i + 1);
    }
}

#[test]
fn outputs_have_the_sizes_of_tokens() {
    for (i, row) in outputs().into_iter().enumerate() {
        let inside: bool = row.iter().all(|entry| (-1.0..=1.001).contains(entry));
        assert!(inside, "token {}: {row:?}", i + 1);
    }
}
