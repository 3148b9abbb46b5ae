//! The output is an average of values.

use attention::Real;
use ndarray::{ArrayD, Axis, Dimension};

use super::{Attention, inputs, output};
use crate::proof::assert_close;
use crate::properties::{Case, ROUNDING};

/// Values of 1 show the sum of the weights.
pub(super) fn weights_sum_to_1_or_0(attention: Attention, case: Case) {
    let ([queries, keys, values], mask) = (inputs(&case), case.mask(0..case.batch));
    let ones = ArrayD::ones(values.raw_dim());
    let sums = output(attention, &[queries, keys, ones], case.heads, &mask);
    for (place, &sum) in sums.indexed_iter() {
        let any = (0..case.keys).any(|key| mask.allows(place[0], place[1], key));
        let expected = if any { 1.0 } else { 0.0 };
        assert!(
            (sum - expected).abs() <= ROUNDING * expected,
            "{sum} at {}",
            place.as_array_view()
        );
    }
}

pub(super) fn equal_keys_give_the_mean(attention: Attention, case: Case) {
    let ([queries, keys, values], mask) = (inputs(&case), case.mask(0..case.batch));
    let equal = ArrayD::from_elem(keys.raw_dim(), 0.5);
    let output = output(
        attention,
        &[queries, equal, values.clone()],
        case.heads,
        &mask,
    );
    let expected = ArrayD::from_shape_fn(output.raw_dim(), |place| {
        let (batch, query, column) = (place[0], place[1], place[2]);
        let allowed = |key: &usize| mask.allows(batch, query, *key);
        let allowed: Vec<usize> = (0..case.keys).filter(allowed).collect();
        let sum: Real = allowed
            .iter()
            .map(|&key| values[[batch, key, column]])
            .sum();
        sum / allowed.len().max(1) as Real
    });
    // Relative to the averaged values, because a mean can be near 0.
    for (mean, expected) in output.iter().zip(&expected) {
        assert!(
            (mean - expected).abs() <= ROUNDING,
            "{mean}, not {expected}"
        );
    }
}

/// The same vector on top of all keys adds the same to all scores of a query.
pub(super) fn shift_of_keys(attention: Attention, case: Case) {
    let ([queries, keys, values], mask) = (inputs(&case), case.mask(0..case.batch));
    let shift = case.numbers(5, &[case.heads * case.dim]);
    let moved = [queries.clone(), &keys + &shift, values.clone()];
    let moved = output(attention, &moved, case.heads, &mask);
    let expected = output(attention, &[queries, keys, values], case.heads, &mask);
    assert_close("the output", &moved, &expected, ROUNDING);
}

/// Keys are far apart in the scale of the queries. All entries of key j are j, and all of a query
/// have one sign: with plus the last key has by far the largest score, with minus the first.
pub(super) fn large_scores(attention: Attention, case: Case) {
    let ([queries, keys, values], mask) = (inputs(&case), case.mask(0..case.batch));
    let keys = ArrayD::from_shape_fn(keys.raw_dim(), |place| place[1] as Real);
    let signs = queries.index_axis(Axis(2), 0).mapv(Real::signum);
    let large = signs.clone().insert_axis(Axis(2)) * 1e6;
    let large = large.broadcast(queries.raw_dim());
    let large = large.expect("one axis is repeated").to_owned();
    let output = output(attention, &[large, keys, values.clone()], case.heads, &mask);
    for (place, &mixed) in output.indexed_iter() {
        let (batch, query) = (place[0], place[1]);
        let mut allowed = (0..case.keys).filter(|&key| mask.allows(batch, query, key));
        let best = match signs[[batch, query]] > 0.0 {
            true => allowed.next_back(),
            false => allowed.next(),
        };
        let expected = best.map_or(0.0, |key| values[[batch, key, place[2]]]);
        let close = (mixed - expected).abs() <= ROUNDING;
        assert!(close, "{mixed}, not {expected}, the value of the best key");
    }
}
