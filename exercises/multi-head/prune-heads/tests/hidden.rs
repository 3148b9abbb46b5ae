use attention::{Real, multi_head::slope::SlopeModel};
use ndarray::Axis;
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
        for column in head * dim..(head + 1) * dim {
            for (linear, factor) in [
                (&layer.query, factor),
                (&layer.key, 1.0 / factor),
                (&layer.value, factor),
            ] {
                linear.weight.update(|w| {
                    w.index_axis_mut(Axis(1), column).mapv_inplace(|x| x * factor);
                });
            }
            layer.output.weight.update(|w| {
                w.index_axis_mut(Axis(0), column).mapv_inplace(|x| x / factor);
            });
        }
    }
    let after: Vec<Real> = importance(&same);
    for (before, after) in before.iter().zip(&after) {
        assert!(
            (before - after).abs() <= 1e-3 * (1.0 + before.abs()),
            "the model computes the same function, but the importance of its heads \
             has changed from {before} to {after}"
        );
    }
}

#[test]
fn the_model_is_unchanged() {
    let model = trained(22);
    let before: Real = model.error();
    let _: Vec<Real> = importance(&model);
    let after: Real = model.error();
    assert!(
        before == after,
        "the error of the model was {before} before `importance` and is {after} now"
    );
}

#[test]
fn two_of_the_four_heads_remain() {
    let pairs = errors_of_pairs(&trained(23));
    let got: Real = pruned_error(23);
    assert!(
        pairs.iter().any(|error| (error - got).abs() < 1e-3),
        "the six pairs have the errors {pairs:?}, and `pruned_error(23)` is {got}"
    );
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
        assert!(
            (want - got).abs() < 1e-3,
            "seed {seed}: your numbers are {numbers:?}, so the error should be {want}, \
             and it is {got}"
        );
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
    assert!(
        got <= 1.2 * best,
        "for seeds 26, 27, and 28 your errors add up to {got}, and the errors of the best \
         pairs to {best}"
    );
}
