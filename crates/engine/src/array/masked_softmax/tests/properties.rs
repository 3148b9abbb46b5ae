//! Properties for all scores and masks.

use super::*;
use ndarray::ArrayView1;
use proptest::{collection::vec, prelude::*};

/// `[batch, queries, keys]`, so small that rows without keys occur.
fn shape() -> impl Strategy<Value = (usize, usize, usize)> {
    (1..4usize, 1..5usize, 1..40usize)
}

fn scores(shape: (usize, usize, usize)) -> impl Strategy<Value = Array3<Real>> {
    let score = (-20.0..20.0).prop_map(|score: f64| score as Real);
    vec(score, shape.0 * shape.1 * shape.2)
        .prop_map(move |scores| Array3::from_shape_vec(shape, scores).unwrap())
}

fn pairs_of(shape: (usize, usize, usize)) -> impl Strategy<Value = Array3<bool>> {
    let size = shape.0 * shape.1 * shape.2;
    (0.0..1.0).prop_flat_map(move |share| {
        vec(prop::bool::weighted(share), size)
            .prop_map(move |pairs| Array3::from_shape_vec(shape, pairs).unwrap())
    })
}

fn pairs() -> impl Strategy<Value = Array3<bool>> {
    shape().prop_flat_map(pairs_of)
}

fn scores_and_pairs() -> impl Strategy<Value = (Array3<Real>, Array3<bool>)> {
    shape().prop_flat_map(|shape| (scores(shape), pairs_of(shape)))
}

fn scores_and_lens() -> impl Strategy<Value = (Array3<Real>, Vec<usize>)> {
    shape().prop_flat_map(|shape| (scores(shape), vec(0..=shape.2, shape.0)))
}

fn weigh(scores: &Array3<Real>, pairs: &Array3<bool>) -> Array3<Real> {
    masked_softmax(scores, &Mask::allowed_per_example(pairs.clone()))
}

fn close(one: &Array3<Real>, two: &Array3<Real>) -> bool {
    (one - two).iter().all(|error| error.abs() < 1e-5)
}

fn allowed_of<'row>(
    row: ArrayView1<'row, Real>,
    pairs: ArrayView1<'row, bool>,
) -> impl Iterator<Item = Real> + 'row {
    let pairs = row.into_iter().zip(pairs);
    pairs
        .filter(|(_, allowed)| **allowed)
        .map(|(&entry, _)| entry)
}

proptest! {
    #[test]
    fn equals_softmax_with_minus_infinity_filled_in(
        (scores, pairs) in scores_and_pairs(),
    ) {
        let weights = weigh(&scores, &pairs);
        let mut filled = scores;
        filled.zip_mut_with(&pairs, |score, &allowed| {
            if !allowed {
                *score = -INFINITY;
            }
        });
        prop_assert!(close(&weights, &softmax(&filled)));
        for (&weight, &allowed) in weights.iter().zip(&pairs) {
            prop_assert!(allowed || weight == 0.0);
        }
    }

    #[test]
    fn rows_sum_to_one_or_to_zero((scores, pairs) in scores_and_pairs()) {
        let weights = weigh(&scores, &pairs);
        for (weights, pairs) in weights.rows().into_iter().zip(pairs.rows()) {
            let expected = if pairs.iter().any(|&allowed| allowed) { 1.0 } else { 0.0 };
            prop_assert!((weights.sum() - expected).abs() < 1e-5);
        }
    }

    #[test]
    fn adding_a_number_to_all_scores_changes_nothing(
        (scores, pairs) in scores_and_pairs(),
        shift in -8..8,
    ) {
        let shifted = &scores + shift as Real;
        prop_assert!(close(&weigh(&scores, &pairs), &weigh(&shifted, &pairs)));
    }

    #[test]
    fn equal_scores_share_the_weight(pairs in pairs(), score in -1e4..1e4) {
        let scores = pairs.mapv(|_| score as Real);
        let weights = weigh(&scores, &pairs);
        for (weights, pairs) in weights.rows().into_iter().zip(pairs.rows()) {
            let share = 1.0 / allowed_of(weights, pairs).count() as Real;
            for (&weight, &allowed) in weights.iter().zip(pairs) {
                let expected = if allowed { share } else { 0.0 };
                prop_assert!((weight - expected).abs() < 1e-6);
            }
        }
    }

    #[test]
    fn scores_far_apart_choose_the_largest((scores, pairs) in scores_and_pairs()) {
        // Integers, so that two scores are either equal or 1e4 apart.
        let scores = scores.mapv(|score| score.round() * 1e4);
        let weights = weigh(&scores, &pairs);
        let rows = weights.rows().into_iter().zip(scores.rows()).zip(pairs.rows());
        for ((weights, scores), pairs) in rows {
            let max = allowed_of(scores, pairs).fold(-INFINITY, Real::max);
            let winners = allowed_of(scores, pairs).filter(|score| *score == max);
            let share = 1.0 / winners.count() as Real;
            let entries = weights.iter().zip(scores).zip(pairs);
            for ((&weight, &score), &allowed) in entries {
                let expected = if allowed && score == max { share } else { 0.0 };
                prop_assert!((weight - expected).abs() < 1e-6);
            }
        }
    }

    #[test]
    fn an_example_alone_has_the_same_bits_as_in_a_batch(
        (scores, lens) in scores_and_lens(),
        position in 0..4usize,
    ) {
        let causal = Mask::causal().starting_at(position);
        let mask = Mask::valid_lens(lens.clone()).and(causal.clone());
        let weights = masked_softmax(&scores, &mask);
        let examples = weights.outer_iter().zip(scores.outer_iter()).zip(lens);
        for ((weights, scores), len) in examples {
            let (valid, _) = scores.split_at(Axis(1), len);
            let (within, behind) = weights.split_at(Axis(1), len);
            prop_assert_eq!(within, masked_softmax(&valid, &causal));
            prop_assert!(behind.iter().all(|&weight| weight == 0.0));
        }
    }

    #[test]
    fn ranges_and_pairs_that_allow_the_same_give_the_same_bits(
        (scores, lens) in scores_and_lens(),
    ) {
        let (batch, queries, keys) = scores.dim();
        let mask = Mask::window(3, 2).and(Mask::valid_lens(lens));
        let pairs = mask.to_array([batch, queries, keys]);
        prop_assert_eq!(masked_softmax(&scores, &mask), weigh(&scores, &pairs));
    }
}
