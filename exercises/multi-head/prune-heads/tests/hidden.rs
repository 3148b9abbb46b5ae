use std::ops::MulAssign;

use attention::{
    Real, array::assert_close, assert_near, multi_head::slope::SlopeModel,
};
use ndarray::{Array1, Axis, Slice};
use prune_heads::{importance, pruned_error};
use rand::{SeedableRng, rngs::ChaCha8Rng};

fn trained(seed: u64) -> SlopeModel {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let model = SlopeModel::new(4, &mut rng).expect("4 divides the hidden size");
    model.train(100, &mut rng);
    model
}

/// Returns the errors of the six pairs of heads.
fn errors_of_pairs(model: &SlopeModel) -> Vec<Real> {
    let pairs = (0..4).flat_map(|a| (a + 1..4).map(move |b| [a, b]));
    pairs.map(|pair| model.keep_heads(&pair).error()).collect()
}

#[test]
fn rescaled_heads_keep_their_importance() {
    let model = trained(21);
    let before: Vec<Real> = importance(&model);
    let same = model.keep_heads(&[0, 1, 2, 3]);
    let (layer, dim) = (&same.attention, 4);
    for head in 0..4 {
        // Powers of two, so that nothing is rounded.
        let factor = [8.0, 0.25, 2.0, 0.125][head];
        let part = Slice::from(head * dim..(head + 1) * dim);
        for (linear, axis, factor) in [
            (&layer.query, Axis(1), factor),
            (&layer.key, Axis(1), 1.0 / factor),
            (&layer.value, Axis(1), factor),
            (&layer.output, Axis(0), 1.0 / factor),
        ] {
            linear
                .weight
                .update(|all| all.slice_axis_mut(axis, part).mul_assign(factor));
        }
    }
    let after: Vec<Real> = importance(&same);
    assert_close(&Array1::from(after), &Array1::from(before), 1e-3);
}

#[test]
fn the_model_is_unchanged() {
    let model = trained(22);
    let before: Real = model.error();
    let _: Vec<Real> = importance(&model);
    let after: Real = model.error();
    assert_eq!(after, before, "the error of the model after `importance`");
}

#[test]
fn two_of_the_four_heads_remain() {
    let pairs = errors_of_pairs(&trained(23));
    let got: Real = pruned_error(23);
    let is_pair = pairs.iter().any(|error| (error - got).abs() < 1e-3);
    assert!(is_pair, "`pruned_error(23)` is {got}, not one of {pairs:?}");
}

#[test]
fn the_two_with_the_largest_numbers_remain() {
    for seed in [29, 58, 118] {
        let model = trained(seed);
        let numbers: Vec<Real> = importance(&model);
        let mut heads = [0, 1, 2, 3];
        heads.sort_by(|&a, &b| numbers[b].total_cmp(&numbers[a]));
        let want = model.keep_heads(&heads[..2]).error();
        let got: Real = pruned_error(seed);
        assert_near!(got, want, 1e-3, "seed {seed}, by your numbers {numbers:?}");
    }
}

#[test]
fn close_to_the_best_pairs() {
    let (mut got, mut best) = (0.0, 0.0);
    for seed in [26, 27, 28] {
        got += pruned_error(seed);
        let pairs = errors_of_pairs(&trained(seed));
        best += pairs.into_iter().fold(Real::INFINITY, Real::min);
    }
    assert!(got <= 1.2 * best, "your errors add up to {got}, the best to {best}");
}
