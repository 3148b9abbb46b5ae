use attention::Real;
use ndarray::{Array2, Array3};
use two_heads::merge_heads;

/// Returns numbers that tell where they come from: 123 is head 1, position 2, entry 3.
pub fn numbered(heads: usize, positions: usize, dim: usize) -> Array3<Real> {
    Array3::from_shape_fn((heads, positions, dim), |(head, position, entry)| {
        (100 * head + 10 * position + entry) as Real
    })
}

#[test]
fn a_row_is_a_position() {
    let merged: Array2<Real> = merge_heads(&numbered(3, 2, 4));
    assert_eq!(merged.dim(), (2, 12), "[positions, heads * dim]");
    for (position, row) in merged.outer_iter().enumerate() {
        for &number in row {
            let from: usize = number as usize / 10 % 10;
            assert_eq!(from, position, "{number} is in row {position}: {row}");
        }
    }
}

#[test]
fn every_number_is_in_its_place() {
    for (heads, positions, dim) in [(2, 5, 3), (4, 3, 2), (3, 3, 3), (2, 4, 1)] {
        let split = numbered(heads, positions, dim);
        let merged: Array2<Real> = merge_heads(&split);
        assert_eq!(merged.dim(), (positions, heads * dim), "{:?}", split.dim());
        for ((head, position, entry), &number) in split.indexed_iter() {
            let got: Real = merged[[position, head * dim + entry]];
            assert_eq!(got, number, "head {head}, position {position}, entry {entry}");
        }
    }
}
