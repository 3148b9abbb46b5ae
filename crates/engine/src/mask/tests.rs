use super::*;
use crate::testing::assert_panics;
use ndarray::array;

mod properties;

/// Returns the mask of one example as text, with one word for each query.
fn rows(mask: &Mask, shape: [usize; 3], example: usize) -> Vec<String> {
    let allowed = mask.to_array(shape);
    let allowed = allowed.index_axis(ndarray::Axis(0), example);
    let sign = |&allowed: &bool| if allowed { 'x' } else { '.' };
    allowed.outer_iter().map(|row| row.iter().map(sign).collect()).collect()
}

#[test]
fn all_allows_everything() {
    assert_eq!(rows(&Mask::all(), [2, 2, 3], 1), ["xxx", "xxx"]);
}

#[test]
fn causal_allows_the_past_and_the_present() {
    assert_eq!(rows(&Mask::causal(), [1, 3, 3], 0), ["x..", "xx.", "xxx"]);
    assert_eq!(rows(&Mask::causal(), [1, 2, 4], 0), ["x...", "xx.."]);
    assert_eq!(rows(&Mask::causal(), [1, 4, 2], 0), ["x.", "xx", "xx", "xx"]);
}

#[test]
fn valid_lens_hide_the_keys_behind_and_no_query() {
    let mask = Mask::valid_lens([2, 0]);
    assert_eq!(rows(&mask, [2, 3, 3], 0), ["xx.", "xx.", "xx."]);
    assert_eq!(rows(&mask, [2, 3, 3], 1), ["...", "...", "..."]);
    assert_eq!(mask, Mask::valid_lens(vec![2, 0]));
}

#[test]
fn valid_lens_per_query_differ_from_row_to_row() {
    let mask = Mask::valid_lens_per_query(array![[1, 3], [0, 2]]);
    assert_eq!(rows(&mask, [2, 2, 3], 0), ["x..", "xxx"]);
    assert_eq!(rows(&mask, [2, 2, 3], 1), ["...", "xx."]);
}

#[test]
fn a_window_moves_with_the_query() {
    assert_eq!(
        rows(&Mask::window(1, 2), [1, 6, 5], 0),
        ["xxx..", "xxxx.", ".xxxx", "..xxx", "...xx", "....x"]
    );
    assert_eq!(rows(&Mask::window(0, 0), [1, 3, 2], 0), ["x.", ".x", ".."]);
    let widest = Mask::window(usize::MAX, usize::MAX);
    assert_eq!(rows(&widest, [1, 2, 2], 0), ["xx", "xx"]);
}

#[test]
fn allowed_pairs_are_taken_as_they_are() {
    let mask = Mask::allowed(array![[true, false], [false, true], [false, false]]);
    assert_eq!(rows(&mask, [2, 3, 2], 1), ["x.", ".x", ".."]);
}

#[test]
fn allowed_pairs_may_differ_from_example_to_example() {
    let mask = Mask::allowed_per_example(array![[[true, false]], [[false, true]]]);
    assert_eq!(rows(&mask, [2, 1, 2], 0), ["x."]);
    assert_eq!(rows(&mask, [2, 1, 2], 1), [".x"]);
}

#[test]
fn tables_in_any_memory_order_mean_the_same() {
    let pairs = array![[true, false, true], [false, true, true]];
    let turned = pairs.t().as_standard_layout().into_owned().reversed_axes();
    let mask = Mask::allowed(turned);
    assert_eq!(mask, Mask::allowed(pairs.clone()));
    let row = mask.keys(0, 1, 3).pairs.unwrap().into_owned();
    assert_eq!(row, [false, true, true]);

    let stack = pairs.insert_axis(ndarray::Axis(0));
    let turned = stack.clone().reversed_axes().as_standard_layout().into_owned();
    let mask = Mask::allowed_per_example(turned.reversed_axes());
    assert_eq!(mask.keys(0, 0, 3), Mask::allowed_per_example(stack).keys(0, 0, 3));
}

#[test]
fn and_allows_what_both_allow() {
    let mask = Mask::causal().and(Mask::window(1, 1)).and(Mask::valid_lens([3]));
    assert_eq!(rows(&mask, [1, 4, 4], 0), ["x...", "xx..", ".xx.", "..x."]);
    let diagonal = Mask::allowed(array![[true, false], [false, true]]);
    let first = Mask::allowed_per_example(array![[[true, true], [true, false]]]);
    assert_eq!(rows(&diagonal.and(first), [1, 2, 2], 0), ["x.", ".."]);
}

#[test]
fn or_allows_what_one_of_two_allows() {
    let mask = Mask::causal().and(Mask::window(1, 0).or(Mask::first_keys(1)));
    assert_eq!(
        rows(&mask, [1, 5, 5], 0),
        ["x....", "xx...", "xxx..", "x.xx.", "x..xx"]
    );
    let later = mask.starting_at(3);
    assert_eq!(rows(&later, [1, 2, 5], 0), ["x.xx.", "x..xx"]);
}

#[test]
fn touching_ranges_stay_a_range() {
    let range = |mask: Mask, query| {
        let keys = mask.keys(0, query, 9);
        (keys.range, keys.pairs.is_some())
    };
    let mask = || Mask::window(1, 0).or(Mask::first_keys(2));
    assert_eq!(range(mask(), 3), (0..4, false));
    assert_eq!(range(mask(), 4), (0..5, true));
    assert_eq!(range(mask(), 20), (0..2, false));
    assert_eq!(range(Mask::first_keys(0).or(Mask::causal()), 4), (0..5, false));
}

#[test]
fn starting_at_moves_what_depends_on_the_position() {
    let step = Mask::causal().starting_at(2);
    assert_eq!(rows(&step, [1, 2, 4], 0), ["xxx.", "xxxx"]);
    let step = Mask::window(1, 0).and(Mask::valid_lens([3])).starting_at(2);
    assert_eq!(rows(&step, [1, 2, 4], 0), [".xx.", "..x."]);
    let far = Mask::window(1, 0).starting_at(usize::MAX);
    assert_eq!(rows(&far, [1, 2, 2], 0), ["..", ".."]);
    assert_eq!(Mask::causal().starting_at(7).starting_at(0), Mask::causal());
}

#[test]
fn starting_at_moves_only_what_is_there() {
    let mask = Mask::causal().starting_at(1).and(Mask::window(0, 9));
    assert_eq!(rows(&mask, [1, 2, 3], 0), ["xx.", ".xx"]);
}

#[test]
fn common_masks_need_no_look_at_single_keys() {
    let mask = Mask::causal().and(Mask::window(2, 2)).and(Mask::valid_lens([4]));
    let keys = mask.keys(0, 5, 9);
    assert_eq!((keys.range, keys.pairs), (3..4, None));
    let nothing = Mask::valid_lens_per_query(array![[0]]);
    assert!(nothing.keys(0, 0, 9).range.is_empty());
}

#[test]
fn a_clone_shares_its_table() {
    let mask = Mask::valid_lens([1, 2]);
    assert!(Arc::ptr_eq(&mask.rules, &mask.clone().rules));
}

#[test]
fn a_mask_fits_scores_with_two_three_and_four_axes() {
    Mask::valid_lens([3]).check("test", &[2, 3]);
    Mask::valid_lens([3, 0]).check("test", &[2, 7, 3]);
    Mask::valid_lens([3, 0]).check("test", &[2, 8, 7, 3]);
    Mask::valid_lens([]).check("test", &[0, 7, 3]);
    Mask::valid_lens_per_query(Array2::ones((2, 7))).check("test", &[2, 8, 7, 3]);
    Mask::allowed(Array2::default((7, 3))).check("test", &[2, 8, 7, 3]);
    Mask::allowed_per_example(Array3::default((2, 7, 3))).check("test", &[2, 8, 7, 3]);
}

#[test]
fn masks_of_other_shapes_are_refused() {
    let lens = || Mask::valid_lens([1, 1]);
    let lens_per_query = Mask::valid_lens_per_query(Array2::ones((2, 4)));
    let table = Mask::allowed(Array2::default((3, 3)));
    let tables = Mask::allowed_per_example(Array3::default((2, 2, 3)));
    let misfits: [(Mask, &[usize], &str); 6] = [
        (Mask::all(), &[3], "[3]: scores must have 2, 3, or 4 axes"),
        (lens(), &[2, 3], "[2, 3]: the mask has 2 valid lengths for 1 examples"),
        (
            Mask::causal().or(lens()),
            &[1, 2, 3],
            "[1, 2, 3]: the mask has 2 valid lengths for 1 examples",
        ),
        (
            lens_per_query,
            &[2, 4, 7, 3],
            "[2, 4, 7, 3]: the mask has valid lengths [2, 4] instead of [2, 7]",
        ),
        (
            Mask::causal().and(table),
            &[1, 2, 3],
            "[1, 2, 3]: the mask has allowed pairs [3, 3] instead of [2, 3]",
        ),
        (
            tables,
            &[1, 2, 3],
            "[1, 2, 3]: the mask has allowed pairs [2, 2, 3] instead of [1, 2, 3]",
        ),
    ];
    for (mask, shape, message) in misfits {
        assert_panics(&format!("test: {message}"), || mask.check("test", shape));
    }
    let message = "Mask::to_array: [2, 1, 3]: the mask has valid length 4 for 3 keys";
    assert_panics(message, || {
        Mask::valid_lens([3, 4]).to_array([2, 1, 3]);
    });
}
