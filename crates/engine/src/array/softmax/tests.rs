use super::*;
use ndarray::{Array1, Array2, Array3, Axis, arr0, array};

const INFINITY: Real = Real::INFINITY;

#[test]
fn softmax_of_one_row_by_hand() {
    let weights = softmax(&array![1.0, 3.0, 2.0]);
    let expected = array![0.090_030_57, 0.665_240_96, 0.244_728_47];
    assert!((weights - expected).iter().all(|e: &Real| e.abs() < 1e-6));
}

#[test]
fn softmax_does_not_overflow() {
    assert_eq!(softmax(&array![1e4, 1e4]), array![0.5, 0.5]);
    assert_eq!(softmax(&array![-1e4, -1e4]), array![0.5, 0.5]);
    assert_eq!(softmax(&array![1e4, -1e4]), array![1.0, 0.0]);
    assert_eq!(softmax(&array![Real::MAX, Real::MIN]), array![1.0, 0.0]);
}

#[test]
fn softmax_gives_minus_infinity_no_weight() {
    assert_eq!(
        softmax(&array![[0.0, -INFINITY, 0.0], [-INFINITY, -1e4, -INFINITY]]),
        array![[0.5, 0.0, 0.5], [0.0, 1.0, 0.0]]
    );
}

#[test]
fn softmax_of_a_row_that_may_look_at_nothing_is_zero() {
    assert_eq!(
        softmax(&array![[-INFINITY, -INFINITY], [1.0, 1.0]]),
        array![[0.0, 0.0], [0.5, 0.5]]
    );
    assert_eq!(softmax(&array![-INFINITY]), array![0.0]);
}

#[test]
fn softmax_of_a_single_key_is_one() {
    assert_eq!(
        softmax(&array![[[-7.0]], [[1e4]]]),
        array![[[1.0]], [[1.0]]]
    );
}

#[test]
fn softmax_keeps_empty_arrays_empty() {
    assert_eq!(softmax(&Array1::zeros(0)).dim(), 0);
    assert_eq!(softmax(&Array2::zeros((3, 0))).dim(), (3, 0));
    assert_eq!(softmax(&Array3::zeros((0, 2, 4))).dim(), (0, 2, 4));
}

#[test]
fn softmax_shows_plus_infinity_and_nan() {
    for bad in [INFINITY, Real::NAN] {
        for neighbor in [0.0, -INFINITY] {
            let weights = softmax(&array![[bad, neighbor], [0.0, 0.0]]);
            assert!(weights.row(0).iter().all(|weight| weight.is_nan()));
            assert_eq!(weights.row(1), array![0.5, 0.5]);
        }
    }
}

#[test]
fn softmax_runs_over_the_last_axis_in_any_memory_order() {
    let scores: Array3<Real> = Array3::from_shape_fn((2, 3, 4), |(i, j, k)| {
        ((7 * i + 5 * j + 3 * k) % 8) as Real
    });
    let weights = softmax(&scores);
    for sum in weights.sum_axis(Axis(2)) {
        assert!((sum - 1.0).abs() < 1e-6);
    }
    let column_major = scores
        .clone()
        .reversed_axes()
        .as_standard_layout()
        .to_owned();
    assert_eq!(softmax(&column_major.reversed_axes()), weights);
}

#[test]
#[should_panic(expected = "softmax: []: needs at least one axis")]
fn softmax_of_a_scalar_is_refused() {
    softmax(&arr0(1.0));
}
