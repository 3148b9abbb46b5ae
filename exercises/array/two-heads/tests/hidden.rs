use super::public::numbered;
use attention::Real;
use ndarray::{Array2, Axis, array};
use two_heads::merge_heads;

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
fn one_head_changes_nothing() {
    let split = numbered(1, 4, 3);
    assert_eq!(merge_heads(&split), split.index_axis(Axis(0), 0), "a single head");
}

#[test]
fn any_memory_order() {
    let split = numbered(2, 3, 4);
    let entry_first = split.view().permuted_axes([2, 0, 1]);
    let stored_otherwise = entry_first.as_standard_layout();
    let view = stored_otherwise.view().permuted_axes([1, 2, 0]);
    assert_eq!(view, split, "the view has the same numbers");
    let want: Array2<Real> = Array2::from_shape_fn((3, 8), |(position, column)| {
        split[[column / 4, position, column % 4]]
    });
    let merged: Array2<Real> = merge_heads(&view);
    assert_eq!(merged, want, "a view that is not stored in its reading order");
}
