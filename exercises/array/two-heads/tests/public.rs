//! Tests that everybody sees.

use attention::Real;
use ndarray::{Array2, Array3, array};
use two_heads::merge_heads;

/// Each number tells where it comes from: 123 is head 1, position 2, entry 3.
fn numbered(heads: usize, positions: usize, dim: usize) -> Array3<Real> {
    Array3::from_shape_fn((heads, positions, dim), |(head, position, entry)| {
        (100 * head + 10 * position + entry) as Real
    })
}

#[test]
fn the_example_of_the_prompt() {
    let merged: Array2<Real> = merge_heads(&numbered(2, 3, 2));
    let want: Array2<Real> = array![
        [0.0, 1.0, 100.0, 101.0],
        [10.0, 11.0, 110.0, 111.0],
        [20.0, 21.0, 120.0, 121.0]
    ];
    assert_eq!(merged, want);
}

#[test]
fn a_row_is_a_position() {
    let merged: Array2<Real> = merge_heads(&numbered(3, 2, 4));
    assert_eq!(merged.dim(), (2, 12), "[positions, heads * dim]");
    for (position, row) in merged.outer_iter().enumerate() {
        for &number in row {
            let from: usize = number as usize / 10 % 10;
            assert_eq!(from, position, "{number} stands in row {position}: {row}");
        }
    }
}
