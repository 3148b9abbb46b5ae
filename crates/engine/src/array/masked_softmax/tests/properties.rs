//! Properties for all scores and masks.

use super::*;
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
