use super::*;
use crate::array::softmax;
use crate::testing::assert_panics;
use ndarray::{Array1, Array2, Array3, Array4, Axis, array};

mod properties;

const INFINITY: Real = Real::INFINITY;
const NAN: Real = Real::NAN;

#[test]
fn each_example_has_its_own_length_and_each_query_its_own_past() {
    let mask = Mask::causal().and(Mask::valid_lens([3, 2]));
    let third = 1.0 / 3.0;
    assert_eq!(
        masked_softmax(&Array3::zeros((2, 3, 4)), &mask),
        array![
            [[1.0, 0.0, 0.0, 0.0], [0.5, 0.5, 0.0, 0.0], [third, third, third, 0.0]],
            [[1.0, 0.0, 0.0, 0.0], [0.5, 0.5, 0.0, 0.0], [0.5, 0.5, 0.0, 0.0]],
        ]
    );
}

#[test]
fn heads_share_the_mask_of_their_example() {
    let scores = Array4::from_shape_fn((2, 3, 4, 5), |(b, h, i, j)| {
        ((11 * b + 7 * h + 5 * i + 3 * j) % 8) as Real
    });
    let lens = array![[0, 1, 2, 5], [5, 3, 1, 1]];
    let mask = Mask::valid_lens_per_query(lens);
    let weights = masked_softmax(&scores, &mask);
    for head in 0..3 {
        let alone = scores.index_axis(Axis(1), head).to_owned();
        assert_eq!(weights.index_axis(Axis(1), head), masked_softmax(&alone, &mask));
    }
}

#[test]
fn a_query_that_may_attend_to_nothing_has_zeros() {
    let nothing = Mask::valid_lens([0, 1]);
    let scores = array![[[INFINITY, NAN]], [[4.0, NAN]]];
    assert_eq!(masked_softmax(&scores, &nothing), array![[[0.0, 0.0]], [[1.0, 0.0]]]);
    let pairs = Mask::allowed(array![[false, false], [true, true]]);
    assert_eq!(
        masked_softmax(&Array2::ones((2, 2)), &pairs),
        array![[0.0, 0.0], [0.5, 0.5]]
    );
}

#[test]
fn hidden_scores_may_be_infinite_or_nan() {
    for hidden in [INFINITY, -INFINITY, NAN, Real::MAX] {
        let scores = array![[hidden, 0.0, 0.0, hidden]];
        let expected = array![[0.0, 0.5, 0.5, 0.0]];
        let pairs = Mask::allowed(array![[false, true, true, false]]);
        assert_eq!(masked_softmax(&scores, &pairs), expected);
        let window = Mask::window(0, 1).starting_at(1);
        assert_eq!(masked_softmax(&scores, &window), expected);
    }
}

#[test]
fn scores_that_count_may_be_minus_infinity() {
    let scores = array![[0.0, -INFINITY, 0.0], [-INFINITY, -INFINITY, -INFINITY]];
    assert_eq!(
        masked_softmax(&scores, &Mask::all()),
        array![[0.5, 0.0, 0.5], [0.0, 0.0, 0.0]]
    );
}

#[test]
fn plus_infinity_and_nan_stay_visible_but_only_where_they_count() {
    for bad in [INFINITY, NAN] {
        for neighbor in [0.0, -INFINITY] {
            let scores = array![[bad, neighbor, 0.0], [0.0, 0.0, bad]];
            let weights = masked_softmax(
                &scores,
                &Mask::allowed(array![[true, true, false], [true, true, false]]),
            );
            assert!(weights[[0, 0]].is_nan() && weights[[0, 1]].is_nan());
            assert_eq!(weights[[0, 2]], 0.0);
            assert_eq!(weights.row(1), array![0.5, 0.5, 0.0]);
        }
    }
}

#[test]
fn large_scores_do_not_overflow() {
    let scores = array![[1e4, -1e4, 1e4], [Real::MAX, Real::MIN, 0.0]];
    assert_eq!(
        masked_softmax(&scores, &Mask::all()),
        array![[0.5, 0.0, 0.5], [1.0, 0.0, 0.0]]
    );
}

#[test]
fn empty_arrays_stay_empty() {
    for shape in [(0, 2, 4), (3, 0, 4), (3, 2, 0)] {
        let weights = masked_softmax(&Array3::zeros(shape), &Mask::causal());
        assert_eq!(weights.dim(), shape);
    }
    let none = Mask::valid_lens(vec![]);
    assert_eq!(masked_softmax(&Array4::zeros((0, 5, 2, 4)), &none).dim(), (0, 5, 2, 4));
    assert_eq!(
        masked_softmax(&Array4::zeros((1, 0, 2, 4)), &Mask::all()).dim(),
        (1, 0, 2, 4)
    );
}

#[test]
fn the_memory_order_does_not_matter() {
    let scores = Array3::from_shape_fn((2, 3, 4), |(b, i, j)| {
        ((7 * b + 5 * i + 3 * j) % 8) as Real
    });
    let column_major = scores.clone().reversed_axes().as_standard_layout().to_owned();
    let mask = Mask::causal();
    assert_eq!(
        masked_softmax(&column_major.reversed_axes(), &mask),
        masked_softmax(&scores, &mask)
    );
}

#[test]
fn rows_longer_than_a_block_and_many_short_rows_agree_with_softmax() {
    for (rows, keys) in [(2, PACKED + 3), (3 * PACKED, 1), (999, 17)] {
        let scores = Array2::from_shape_fn((rows, keys), |(i, j)| {
            ((7 * i + 5 * j) % 11) as Real
        });
        let difference = masked_softmax(&scores, &Mask::all()) - softmax(&scores);
        assert!(difference.iter().all(|error| error.abs() < 1e-6), "{rows} x {keys}");
    }
}

#[test]
fn masks_and_scores_that_do_not_fit_are_refused() {
    let message =
        "masked_softmax: [2, 3, 4]: the mask has 5 valid lengths for 2 examples";
    assert_panics(message, || {
        masked_softmax(&Array3::zeros((2, 3, 4)), &Mask::valid_lens([1; 5]));
    });
    assert_panics("masked_softmax: [3]: scores must have 2, 3, or 4 axes", || {
        masked_softmax(&Array1::zeros(3), &Mask::all());
    });
}
