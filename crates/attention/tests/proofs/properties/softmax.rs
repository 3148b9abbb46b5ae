//! The rules of attention weights.

use attention::Real;
use attention::mask::Mask;
use attention::tape::{Mode, Tape};
use ndarray::{ArrayD, Axis};

use super::{Case, ROUNDING, assert_same, is_zero, property};
use crate::proof::{Proof, assert_close};

pub(super) fn proofs() -> Vec<Proof> {
    vec![
        property("softmax", "rows_sum_to_1_or_0", rows_sum_to_1_or_0),
        property(
            "softmax",
            "hidden_scores_change_nothing",
            hidden_scores_change_nothing,
        ),
        property("softmax", "equal_scores_are_shared_equally", equal_scores),
        property(
            "softmax",
            "a_large_scale_gives_the_largest_score_all",
            large_scale,
        ),
        property("softmax", "a_shift_changes_nothing_to_rounding", shift),
        property("softmax", "hidden_scores_get_no_gradient", no_gradient),
    ]
}

fn scores(case: &Case) -> ArrayD<Real> {
    case.numbers(1, &[case.batch, case.heads, case.queries, case.keys])
}

fn weights(scores: &ArrayD<Real>, mask: &Mask) -> ArrayD<Real> {
    let tape = Tape::new(Mode::Eval, 0);
    tape.constant(scores.clone())
        .softmax(mask)
        .value()
        .to_owned()
}

/// Calls `see` with the example, the head, the query and its row of weights.
fn for_each_row(weights: &ArrayD<Real>, mut see: impl FnMut(usize, usize, Vec<Real>)) {
    for (batch, example) in weights.outer_iter().enumerate() {
        for head in example.outer_iter() {
            for (query, row) in head.outer_iter().enumerate() {
                see(batch, query, row.iter().copied().collect());
            }
        }
    }
}

fn rows_sum_to_1_or_0(case: Case) {
    let mask = case.mask(0..case.batch);
    for_each_row(&weights(&scores(&case), &mask), |batch, query, row| {
        let sum: Real = row.iter().sum();
        let allowed = |&key: &usize| mask.allows(batch, query, key);
        let any = (0..case.keys).any(|key| allowed(&key));
        let expected = if any { 1.0 } else { 0.0 };
        assert!(
            (sum - expected).abs() <= ROUNDING * expected,
            "{sum} at query {query}"
        );
        for (key, weight) in row.into_iter().enumerate() {
            let possible = if allowed(&key) { 0.0..=1.0 } else { 0.0..=0.0 };
            assert!(
                possible.contains(&weight),
                "{weight} at query {query}, key {key}"
            );
        }
    });
}

fn hidden_scores_change_nothing(case: Case) {
    let (mask, scores) = (case.mask(0..case.batch), scores(&case));
    let mut spoiled = scores.clone();
    let wrong = [Real::NAN, Real::INFINITY, 1e30];
    for (place, score) in spoiled.indexed_iter_mut() {
        if !mask.allows(place[0], place[2], place[3]) {
            *score = wrong[place[3] % 3];
        }
    }
    let (before, after) = (weights(&scores, &mask), weights(&spoiled, &mask));
    assert_same("the weights", &before, &after);
}

fn equal_scores(case: Case) {
    let mask = case.mask(0..case.batch);
    let equal = ArrayD::from_elem(scores(&case).raw_dim(), 7.5);
    for_each_row(&weights(&equal, &mask), |batch, query, row| {
        let allowed = |key: &usize| mask.allows(batch, query, *key);
        let share = ((0..case.keys).filter(allowed).count() as Real).recip();
        for (key, weight) in row.into_iter().enumerate() {
            let expected = if allowed(&key) { share } else { 0.0 };
            assert!(
                (weight - expected).abs() <= ROUNDING * share,
                "{weight}, not {expected}"
            );
        }
    });
}

fn large_scale(case: Case) {
    let order = case.order(case.keys);
    let best = order.iter().position(|&place| place == case.keys - 1);
    let scores = scores(&case).raw_dim();
    let scores = ArrayD::from_shape_fn(scores, |place| 1e4 * order[place[3]] as Real);
    for_each_row(&weights(&scores, &Mask::all()), |_, _, row| {
        for (key, weight) in row.into_iter().enumerate() {
            assert_eq!(weight, if Some(key) == best { 1.0 } else { 0.0 });
        }
    });
}

fn shift(case: Case) {
    let (mask, scores) = (case.mask(0..case.batch), scores(&case));
    let before = weights(&scores, &mask);
    assert_close(
        "the weights",
        &weights(&(scores + 5.0), &mask),
        &before,
        ROUNDING,
    );
}

fn no_gradient(case: Case) {
    let (mask, scores) = (case.mask(0..case.batch), scores(&case));
    let tape = Tape::new(Mode::Check, 0);
    let scores = tape.variable(scores);
    let weights = scores.softmax(&mask);
    let gradients = weights.backward_from(case.numbers(2, &scores.shape()));
    let mut gradient = gradients.wrt(scores).expect("a variable").clone();
    // A shift of all scores of a row changes nothing, so its derivatives sum to 0.
    let sums = gradient.sum_axis(Axis(3));
    assert!(sums.iter().all(|sum| sum.abs() <= ROUNDING), "{sums}");
    for (place, d) in gradient.indexed_iter_mut() {
        if mask.allows(place[0], place[2], place[3]) {
            *d = 0.0;
        }
    }
    assert!(is_zero(&gradient), "{gradient}");
}
