//! Parts of a softmax that are merged.

use engine::Real;
use engine::array::{Summary, assert_close, softmax};
use ndarray::{Array1, Array2, Axis, Slice, array};
use proptest::{collection::vec, prelude::*};

/// Scores, many of them masked, with two values for each.
fn part() -> impl Strategy<Value = (Vec<Real>, Vec<[Real; 2]>)> {
    let score = prop_oneof![Just(Real::NEG_INFINITY), -50.0..50.0 as Real];
    let pair = (score, [-2.0..2.0 as Real, -2.0..2.0 as Real]);
    vec(pair, 0..4).prop_map(|pairs| pairs.into_iter().unzip())
}

fn summary((scores, values): &(Vec<Real>, Vec<[Real; 2]>)) -> Summary {
    let (scores, values) = (Array1::from_vec(scores.clone()), Array2::from(values.clone()));
    Summary::of(scores.view(), values.view())
}

#[track_caller]
fn assert_same(one: &Summary, two: &Summary) {
    assert_eq!(one.max, two.max);
    assert_close(&array![one.sum], &array![two.sum], 1e-6);
    assert_close(&one.mixed, &two.mixed, 1e-5);
}

proptest! {
    #[test]
    fn merging_is_associative((a, b, c) in (part(), part(), part())) {
        let [a, b, c] = [a, b, c].map(|part| summary(&part));
        assert_same(&a.merge(&b).merge(&c), &a.merge(&b.merge(&c)));
    }

    #[test]
    fn merging_is_commutative((a, b) in (part(), part())) {
        let [a, b] = [a, b].map(|part| summary(&part));
        assert_same(&a.merge(&b), &b.merge(&a));
    }

    #[test]
    fn an_empty_part_changes_nothing(part in part()) {
        let (part, empty) = (summary(&part), Summary::empty(2));
        prop_assert_eq!(&part.merge(&empty), &part);
        prop_assert_eq!(&empty.merge(&part), &part);
    }

    #[test]
    fn any_split_gives_the_softmax((a, b) in (part(), part()), cut in 0..7usize) {
        let (scores, values) = ([a.0, b.0].concat(), [a.1, b.1].concat());
        let (scores, values) = (Array1::from_vec(scores), Array2::from(values));
        let cut = cut.min(scores.len());
        let [one, two] = [Slice::from(..cut), Slice::from(cut..)].map(|part| {
            Summary::of(scores.slice_axis(Axis(0), part), values.slice_axis(Axis(0), part))
        });
        let expected = softmax(&scores).dot(&values);
        assert_close(&one.merge(&two).output(), &expected, 1e-5);
    }
}

#[test]
fn masked_parts_merge_without_nan() {
    let masked = Summary::of(array![Real::NEG_INFINITY].view(), array![[7.0]].view());
    let both = masked.merge(&masked);
    assert_eq!(both, Summary::empty(1));
    assert_eq!(both.output(), array![0.0]);
    assert_eq!(both.log_sum_exp(), Real::NEG_INFINITY);
}

#[test]
fn nan_is_not_hidden() {
    let nan = Summary::of(array![Real::NAN].view(), array![[7.0]].view());
    let (scores, values) = (array![Real::NAN, 1.0], array![[7.0], [7.0]]);
    let beside = Summary::of(scores.view(), values.view());
    let one = Summary::of(array![1.0].view(), array![[7.0]].view());
    for part in [nan, beside] {
        for other in [&Summary::empty(1), &one, &part] {
            for both in [part.merge(other), other.merge(&part)] {
                assert!(both.output()[0].is_nan() && both.log_sum_exp().is_nan());
            }
        }
    }
}
